//===- JavaRelease.h - The JDK that wrote a dump ----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LAYOUT_JAVARELEASE_H
#define HPROF_LAYOUT_JAVARELEASE_H

#include <string>

namespace hprof {

class ClassIndex;
class DumpContext;

/// The feature release of the JDK that wrote a dump, as far as its classes show
/// it. HPROF files have no field for it.
struct JavaRelease {
  /// The latest release of which the dump contains a sign, at least 5; 0 if it
  /// contains no sign, in which case the newest known VM is assumed.
  unsigned AtLeast = 0;
  /// The latest release consistent with the signs missing from the dump.
  unsigned AtMost = ~0U;
  /// The sign: "java.version 1.8.0_20", "java.lang.Class.primitive",
  /// "class java.lang.Module", or "".
  std::string Sign;

  bool isKnown() const { return AtLeast != 0; }
  /// The release to look up in tables.
  unsigned forTables() const { return AtLeast ? AtLeast : ~0U; }
};

/// Derives the release from the classes and their fields.
JavaRelease deriveJavaRelease(const ClassIndex &Classes);

/// Same as above, but java.version in the strings of \p Context takes
/// precedence. \p Classes may contain only some classes of \p Context.
JavaRelease deriveJavaRelease(const ClassIndex &Classes,
                              const DumpContext &Context);

/// Returns the value of System.getProperty("java.version") up to JDK 8,
/// "1.8.0_20"; empty if \p Context lacks one or has several. The constants of
/// sun.misc.Version, from which that class sets the property and
/// java.runtime.version, are among the symbols in HotSpot's own dumps.
std::string statedJavaVersion(const DumpContext &Context);

} // namespace hprof

#endif // HPROF_LAYOUT_JAVARELEASE_H

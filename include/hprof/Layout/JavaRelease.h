//===- JavaRelease.h - Which JDK wrote a dump -------------------*- C++ -*-===//
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

/// The feature release of the JDK that a dump comes from, as far as its
/// classes tell. HPROF files have no field for it.
struct JavaRelease {
  /// The latest release that the dump shows a sign of: 5 and up. 0 when there
  /// is no sign at all, and then the VM is taken for the newest one known.
  unsigned AtLeast = 0;
  /// The last release without the next later sign.
  unsigned AtMost = ~0U;
  /// The sign: "java.lang.Class.primitive", "class java.lang.Module", or "".
  std::string Sign;

  bool isKnown() const { return AtLeast != 0; }
  /// What to look up in tables by release.
  unsigned forTables() const { return AtLeast ? AtLeast : ~0U; }
};

JavaRelease deriveJavaRelease(const ClassIndex &Classes);

} // namespace hprof

#endif // HPROF_LAYOUT_JAVARELEASE_H

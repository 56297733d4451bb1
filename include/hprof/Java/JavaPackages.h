//===- JavaPackages.h - Facts about packages --------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_JAVA_JAVAPACKAGES_H
#define HPROF_JAVA_JAVAPACKAGES_H

#include "llvm/ADT/StringRef.h"

namespace hprof {

/// Properties of the classes of a package, as flags; see JavaPackages.def.
enum PackageFacts : unsigned {
  Jdk = 1,          ///< The JDK's own classes, which programs cannot add to.
  Internal = 2,     ///< Classes of Jdk without a documented interface.
  Android = 4,      ///< Android's platform classes outside the JDK.
  Library = 8,      ///< Classes that only hold objects for other code.
  Container = 16,   ///< Does not show the purpose of its contents.
  Machinery = 32,   ///< Objects that the JDK creates only for itself.
  Purpose = 64,     ///< Has a purpose of its own, even within a Container.
  ThirdParty = 128, ///< A library or framework that applications are built on.
};

/// Whether any of \p Facts, or-ed together, applies to the class \p JavaName,
/// in the form of javaClassName().
bool isOfPackage(llvm::StringRef JavaName, unsigned Facts);

} // namespace hprof

#endif // HPROF_JAVA_JAVAPACKAGES_H

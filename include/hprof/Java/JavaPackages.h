//===- JavaPackages.h - What packages say of classes ------------*- C++ -*-===//
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

/// What JavaPackages.def says of the classes of a package. They combine.
enum PackageFacts : unsigned {
  Jdk = 1,          ///< The JDK's own classes, which programs cannot add to.
  Internal = 2,     ///< Those of Jdk without a documented interface.
  Android = 4,      ///< The platform that Android has in addition.
  Library = 8,      ///< Only keeps things for other code.
  Container = 16,   ///< Says nothing about the purpose of what it keeps.
  Machinery = 32,   ///< Objects that the JDK makes for itself alone.
  Purpose = 64,     ///< Has a purpose of its own, unlike its Container.
  ThirdParty = 128, ///< A library or framework that programs are built on.
};

/// Whether one of \p Facts, or-ed together, holds of the class \p JavaName, in
/// the form of javaClassName().
bool isOfPackage(llvm::StringRef JavaName, unsigned Facts);

} // namespace hprof

#endif // HPROF_JAVA_JAVAPACKAGES_H

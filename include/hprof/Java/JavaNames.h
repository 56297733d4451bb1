//===- JavaNames.h - Objects with names -------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_JAVA_JAVANAMES_H
#define HPROF_JAVA_JAVANAMES_H

#include "llvm/ADT/StringRef.h"

namespace hprof {

/// Place of an object's name: fields separated by dots, from the object to a
/// String or a thread.
struct NamePlace {
  llvm::StringLiteral Class;
  llvm::StringLiteral Scope; ///< The name of the object's scope; may be empty.
  llvm::StringLiteral Name;
};
/// Null if instances of \p JavaName have no names. Subclasses do not match.
const NamePlace *findNamePlace(llvm::StringRef JavaName);

} // namespace hprof

#endif // HPROF_JAVA_JAVANAMES_H

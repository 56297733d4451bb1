//===- JavaValues.h - Classes of strings and boxed values -------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_JAVA_JAVAVALUES_H
#define HPROF_JAVA_JAVAVALUES_H

#include "hprof/Format/Base/BasicType.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace hprof {

/// How a class in JavaValues.def stores its characters.
enum class TextKind : uint8_t {
  String,      ///< Immutable: all characters of the array, or a part of it.
  Builder,     ///< The first characters of a growing array.
  Environment, ///< The bytes of an environment variable, and their String.
};

/// Nullopt if \p JavaName is not a class of strings, or is only a subclass.
std::optional<TextKind> textKind(llvm::StringRef JavaName);

/// A class whose instances box one value.
struct BoxClass {
  llvm::StringLiteral Name;
  BasicType Type;
  int64_t First, Last; ///< Range that valueOf() caches.

  bool isCached(int64_t Value) const { return Value >= First && Value <= Last; }
};
llvm::ArrayRef<BoxClass> boxClasses();
/// Returns null if \p JavaName is not a box class.
const BoxClass *findBox(llvm::StringRef JavaName);

/// Whether programs do not rely on the identity of instances of \p JavaName:
/// Strings and boxed values.
inline bool isValueClass(llvm::StringRef JavaName) {
  return textKind(JavaName) == TextKind::String || findBox(JavaName);
}

} // namespace hprof

#endif // HPROF_JAVA_JAVAVALUES_H

//===- JavaValues.h - Classes of texts and of boxes -------------*- C++ -*-===//
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

/// How a class of JavaValues.def holds its text.
enum class TextKind : uint8_t {
  String,      ///< Fixed: all characters of the array, or a part of them.
  Builder,     ///< The first characters of an array that grows.
  Environment, ///< The bytes of an environment variable, and a String of these.
};

/// None if the instances of \p JavaName are no texts. Subclasses do not count.
std::optional<TextKind> textKind(llvm::StringRef JavaName);

/// A class whose instances box one value.
struct BoxClass {
  llvm::StringLiteral Name;
  BasicType Type;
  int64_t First, Last; ///< What valueOf() caches.

  bool isCached(int64_t Value) const { return Value >= First && Value <= Last; }
};
llvm::ArrayRef<BoxClass> boxClasses();
/// Null if \p JavaName is no box.
const BoxClass *findBox(llvm::StringRef JavaName);

/// Whether instances of \p JavaName, Strings and boxes, have no identity that
/// programs rely on.
inline bool isValueClass(llvm::StringRef JavaName) {
  return textKind(JavaName) == TextKind::String || findBox(JavaName);
}

} // namespace hprof

#endif // HPROF_JAVA_JAVAVALUES_H

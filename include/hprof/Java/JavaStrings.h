//===- JavaStrings.h - Decodes strings --------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Decodes java.lang.String of any JDK and of Android, in two steps, because
/// its characters are in a separate array:
///
///     StringPlaces Places = StringPlaces::of(Context, Class);
///     StringFields Fields = Places.read(Values);
///     JavaString S = Fields.decode(ElementType, Elements, IsWhole);
///
/// Source: java/lang/String.java of JDK 6 ("value", "offset", "count"), JDK 8
/// (a char[] alone) and JDK 9 ("coder": 0 for Latin-1, 1 for UTF-16).
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_JAVA_JAVASTRINGS_H
#define HPROF_JAVA_JAVASTRINGS_H

#include "hprof/Java/JavaFields.h"
#include <string>

namespace hprof {

struct JavaString {
  std::string Text; ///< Modified UTF-8.
  bool IsWhole = true;
};

/// Values of the fields of a string.
struct StringFields {
  uint64_t Array = 0;          ///< Id of the array with the characters.
  bool IsUtf16 = false;        ///< Two bytes of a byte[] form one character.
  uint64_t First = 0;          ///< Up to JDK 6, strings can share an array.
  uint64_t Count = UINT64_MAX; ///< In characters.

  /// Decodes the array's elements, of type Byte or Char. \p IsWhole is false if
  /// \p Elements lacks the last ones.
  JavaString decode(BasicType Type, llvm::ArrayRef<uint8_t> Elements,
                    bool IsWhole = true) const;
};

/// Offsets of these fields in the instances of a class.
struct StringPlaces {
  FieldPlace Value, Coder, Offset, Count;

  static StringPlaces of(const DumpContext &Context, uint64_t Class);
  StringFields read(llvm::ArrayRef<uint8_t> Values) const;
};

} // namespace hprof

#endif // HPROF_JAVA_JAVASTRINGS_H

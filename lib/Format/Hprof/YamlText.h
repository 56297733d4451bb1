//===- YamlText.h - Names and numbers as YAML scalars -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How bytes become scalars and scalars bytes. Names are modified UTF-8 in the
/// file (NUL is C0 80, characters above U+FFFF are two surrogates of three
/// bytes each) and UTF-8 in YAML; lone surrogates are \uD800 escapes there.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_HPROF_YAMLTEXT_H
#define HPROF_LIB_FORMAT_HPROF_YAMLTEXT_H

#include "hprof/Format/Hprof/BasicType.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace hprof {
namespace yaml {

using Text = llvm::SmallVectorImpl<char>;

inline void append(Text &Out, llvm::StringRef S) {
  Out.append(S.begin(), S.end());
}
void appendDecimal(Text &Out, uint64_t V);
void appendSigned(Text &Out, int64_t V);
/// "0x1f".
void appendHex(Text &Out, uint64_t V);
/// Two digits for each byte.
void appendHexBytes(Text &Out, llvm::ArrayRef<uint8_t> Bytes);

/// Appends the modified UTF-8 \p Raw as a plain scalar where that is safe, else
/// in double quotes. Appends nothing and returns false when \p Raw is not what
/// encodeName() would make of any text.
bool appendName(Text &Out, llvm::StringRef Raw);
/// Appends any bytes in double quotes, with \xNN for what is not ASCII.
void appendBytes(Text &Out, llvm::StringRef Raw);
/// Appends the elements of a byte or char array in double quotes; false, and
/// nothing, when they are not all printable.
bool appendArrayText(Text &Out, BasicType T, llvm::ArrayRef<uint8_t> Bytes);

/// Appends the decoded scalar \p Utf8 as modified UTF-8; false when it is no
/// UTF-8.
bool encodeName(Text &Out, llvm::StringRef Utf8);
/// The inverse of appendBytes() and appendArrayText(): code points as units of
/// \p Width bytes, 1 or 2; false when one does not fit or it is no UTF-8.
bool encodeUnits(Text &Out, llvm::StringRef Utf8, unsigned Width);

/// Appends a value of type \p T as it reads best; hexadecimal floating point
/// values are bits.
void appendValue(Text &Out, BasicType T, uint64_t Bits);
/// The inverse, for all but references; false when \p S is no value of \p T.
bool parseValue(llvm::StringRef S, BasicType T, bool IsQuoted, uint64_t &Bits);
/// A decimal or hexadecimal integer with an optional sign that fits \p Bits,
/// signed or unsigned.
bool parseInteger(llvm::StringRef S, unsigned Bits, uint64_t &Out);

/// The id of a name that nothing has defined. \p Space keeps the name spaces
/// apart: 's' for strings, 'o' for objects and classes, 'f' for frames.
uint64_t deriveId(char Space, llvm::StringRef Raw, unsigned IdSize);

} // namespace yaml
} // namespace hprof

#endif // HPROF_LIB_FORMAT_HPROF_YAMLTEXT_H

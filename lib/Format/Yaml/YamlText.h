//===- YamlText.h - YAML scalars for names and numbers ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Conversion between bytes and scalars. Names are modified UTF-8 in the file
/// (NUL is C0 80, characters above U+FFFF are two surrogates of three bytes
/// each) and UTF-8 in YAML, with lone surrogates as \uD800 escapes.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_YAML_YAMLTEXT_H
#define HPROF_LIB_FORMAT_YAML_YAMLTEXT_H

#include "hprof/Format/Base/BasicType.h"
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
/// Appends a number such as "0x1f".
void appendHex(Text &Out, uint64_t V);
/// Appends two digits for each byte.
void appendHexBytes(Text &Out, llvm::ArrayRef<uint8_t> Bytes);

/// Appends the modified UTF-8 \p Raw as a plain scalar if that is safe, else in
/// double quotes. Appends nothing and returns false if encodeName() cannot
/// produce \p Raw.
bool appendName(Text &Out, llvm::StringRef Raw);
/// Appends any bytes in double quotes, with \xNN for those outside ASCII.
void appendBytes(Text &Out, llvm::StringRef Raw);
/// Appends the elements of a byte or char array in double quotes. Appends
/// nothing and returns false if they are not all printable.
bool appendArrayText(Text &Out, BasicType T, llvm::ArrayRef<uint8_t> Bytes);

/// Appends the decoded scalar \p Utf8 as modified UTF-8; false if it is not
/// UTF-8.
bool encodeName(Text &Out, llvm::StringRef Utf8);
/// The inverse of appendBytes() and appendArrayText(): code points as units of
/// \p Width bytes, 1 or 2; false if one does not fit or it is not UTF-8.
bool encodeUnits(Text &Out, llvm::StringRef Utf8, unsigned Width);

/// Appends a value of type \p T in its most readable form; hexadecimal
/// floating-point values are bits.
void appendValue(Text &Out, BasicType T, uint64_t Bits);
/// The inverse, except for references; false if \p S is not a value of \p T.
bool parseValue(llvm::StringRef S, BasicType T, bool IsQuoted, uint64_t &Bits);
/// Parses a decimal or hexadecimal integer with an optional sign that fits in
/// \p Bits, signed or unsigned.
bool parseInteger(llvm::StringRef S, unsigned Bits, uint64_t &Out);

/// Derives the id of a name without a definition. \p Space separates the name
/// spaces: 's' for strings, 'o' for objects and classes, 'f' for frames.
uint64_t deriveId(char Space, llvm::StringRef Raw, unsigned IdSize);

} // namespace yaml
} // namespace hprof

#endif // HPROF_LIB_FORMAT_YAML_YAMLTEXT_H

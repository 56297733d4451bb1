//===- ModifiedUtf8.h - Java strings as modified UTF-8 ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Strings inside the libraries are modified UTF-8, as in HPROF files (JVMS
/// 4.4.7): NUL as C0 80, supplementary characters as two surrogates of three
/// bytes each. Other forms of Java strings are converted to it without loss.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_BASE_MODIFIEDUTF8_H
#define HPROF_FORMAT_BASE_MODIFIEDUTF8_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace hprof {

/// The first code point of a string.
struct CodePoint {
  uint32_t Code; ///< May be a lone surrogate; the first byte if invalid.
  unsigned Size; ///< In bytes; 1 if invalid.
  bool IsValid;
};

/// Decodes the start of \p Text, which is not empty: modified UTF-8, with
/// surrogates joined, or standard UTF-8.
CodePoint firstCodePoint(llvm::StringRef Text);

/// Appends the bytes of the code point \p C, which may be a lone surrogate.
void appendUtf8(std::string &Out, uint32_t C);

/// Whether \p Text is ASCII without NUL, which is the same in UTF-8, modified
/// UTF-8 and ISO 8859-1.
bool isPlainAscii(llvm::StringRef Text);

/// Returns the longest start of \p Text that has at most \p MostBytes bytes and
/// ends between two characters. \p Text is UTF-8 or modified UTF-8.
llvm::StringRef takeCharacters(llvm::StringRef Text, size_t MostBytes);

/// UTF-16 code units (a Java char[]) as modified UTF-8.
std::string utf16ToModifiedUtf8(llvm::ArrayRef<uint16_t> Units);
/// ISO 8859-1 bytes (a compact Java string) as modified UTF-8.
std::string latin1ToModifiedUtf8(llvm::ArrayRef<uint8_t> Bytes);
/// Standard UTF-8 as modified UTF-8; invalid UTF-8 is unchanged.
std::string utf8ToModifiedUtf8(llvm::StringRef Text);
/// Strings from other programs as modified UTF-8: accepts a mixture of standard
/// and modified UTF-8; invalid bytes become U+FFFD. The result is always valid.
std::string anyToModifiedUtf8(llvm::StringRef Text);
/// Modified UTF-8 as standard UTF-8; invalid bytes and lone surrogates become
/// U+FFFD.
std::string modifiedUtf8ToUtf8(llvm::StringRef Text);

} // namespace hprof

#endif // HPROF_FORMAT_BASE_MODIFIEDUTF8_H

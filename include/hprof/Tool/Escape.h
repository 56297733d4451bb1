//===- Escape.h - Safe printing of strings from inputs ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Strings in dumps are modified UTF-8 as the JVM writes it (JVMS 4.4.7: NUL as
/// C0 80, supplementary characters as a surrogate pair of 3 bytes each),
/// standard UTF-8 from other producers, or damaged. Both encodings are decoded;
/// bytes that fit neither are kept visible.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_TOOL_ESCAPE_H
#define HPROF_TOOL_ESCAPE_H

#include "hprof/Format/Base/ModifiedUtf8.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace hprof {

enum class EscapeMode {
  Escape, ///< See escape().
  Raw,    ///< Unchanged bytes (--raw).
};

/// \p Text as one line of valid UTF-8 that cannot move the cursor, change
/// colors or reorder the following text. The bytes can be recovered:
/// \n \t \r \\ stand for these characters; \xNN for other bytes below 0x20,
/// 0x7f and bytes that are not (modified) UTF-8; \uNNNN for lone surrogates and
/// the other characters of HiddenCharacters.h, with two such escapes outside
/// the Basic Multilingual Plane.
std::string escape(llvm::StringRef Text, EscapeMode M = EscapeMode::Escape);

/// Prints escape(), in most cases without a copy.
void printEscaped(llvm::raw_ostream &OS, llvm::StringRef Text, EscapeMode M);

/// Returns escape() with a backslash before each \p Quote.
std::string escapeQuoted(llvm::StringRef Text, char Quote = '"',
                         EscapeMode M = EscapeMode::Escape);

/// Like escape(), for complete messages: backslashes are not doubled.
std::string escapeControl(llvm::StringRef Text);

/// Like escapeControl(), for fields of CSV: line feeds and tabs are kept.
std::string escapeField(llvm::StringRef Text);

/// \p Text as one shell word: unchanged if it has no special characters,
/// otherwise in single quotes, or as $'...' if escape() would change it.
std::string shellWord(llvm::StringRef Text);

/// escape() for the text and attributes of XML 1.0 and HTML; valid for any \p
/// Text.
std::string xmlText(llvm::StringRef Text);

/// Whether no escape changes \p Text, in CSV, too: printable ASCII without
/// quotes, commas and backslashes.
bool isPlainText(llvm::StringRef Text);

/// \p Text as valid UTF-8, for JSON and raw CSV: nothing is escaped, surrogate
/// pairs are joined, and each lone surrogate and each byte that is not
/// (modified) UTF-8 becomes U+FFFD. (JSON's \ud800 is an escape that many
/// parsers reject, so it is not used.)
std::string toUtf8(llvm::StringRef Text);

} // namespace hprof

#endif // HPROF_TOOL_ESCAPE_H

//===- ClassicLexer.h - Tokens of classic heapdumps -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The elements of the lines of a classic heapdump. All functions read only the
/// text between two pointers; the caller must make enough available.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_IBM_CLASSICLEXER_H
#define HPROF_LIB_FORMAT_IBM_CLASSICLEXER_H

#include "hprof/Format/IBM/ClassicForm.h"
#include "llvm/ADT/StringRef.h"

namespace hprof::classic {

/// The longest line, except for lines of references, and the largest amount of
/// white space between an address and the following bracket.
constexpr size_t MaxLine = 128 << 10;
constexpr size_t MaxBlanks = 64;

inline bool isBlank(char C) { return C == ' ' || C == '\t' || C == '\r'; }
inline bool isWhite(char C) { return isBlank(C) || C == '\n'; }
const char *skipBlanks(const char *P, const char *End);

/// "0x" and hexadecimal digits.
struct Address {
  uint64_t Value = 0;
  unsigned Digits = 0;
  bool Overflows = false; ///< Whether the number has more than 64 bits.
};
/// Reads an address at \p P and moves past it. Returns false and leaves \p P
/// unchanged if there is none, or if it is only part of a word ("0x12g").
bool lexAddress(const char *&P, const char *End, Address &Out);

/// Whether "[24]" follows an address, possibly after white space.
bool startsRecord(const char *P, const char *End);

struct RecordHead {
  enum class Keyword : uint8_t { None, Obj, Cls };
  uint64_t Size = 0;
  bool HasSize = false; ///< Whether the size fits in 64 bits.
  Keyword Word = Keyword::None;
  llvm::StringRef Type; ///< The rest of the line, trimmed.
};
/// Reads the text after the address of a record, up to the end of its line or
/// to references on it, and moves there. Returns false if it is not a record.
bool lexRecord(const char *&P, const char *End, RecordHead &Out);

/// A type as printed by PrintHeapdump. Parsing removes "class " or "array of "
/// and a hash code from \p Type and returns them.
struct WordType {
  bool IsClass = false;
  bool IsArray = false; ///< Whether Type is the element type of an array.
  std::optional<BasicType> Primitive; ///< Element type, as of "char[]".
  std::optional<uint32_t> Hash;
};
WordType lexWords(llvm::StringRef &Type);

constexpr llvm::StringLiteral VersionMark = "// Version:";
constexpr llvm::StringLiteral BreakdownMark = "// Breakdown";
constexpr llvm::StringLiteral EofMark = "// EOF:";

/// The first trailer: Classes, Objects, ObjectArrays, PrimitiveArrays. The
/// numbers may be on further lines.
struct Breakdown {
  uint64_t Counts[4] = {};
  bool IsTight = false; ///< Whether no space follows colons, as in jdmpview.
};
extern const char *const BreakdownKeys[4];
bool lexBreakdown(const char *&P, const char *End, Breakdown &Out);

/// The second trailer.
struct EofTotals {
  uint64_t Objects = 0, References = 0, Nulls = 0;
};
bool lexEof(const char *&P, const char *End, EofTotals &Out);

/// Properties of a dump that can be seen at its beginning.
struct HeadFacts {
  ClassicForm Form = ClassicForm::OpenJ9;
  bool IsGuess = false; ///< Whether Form was derived only from the version.
  unsigned IdSize = 8;
};
/// \p IsWhole: whether the dump ends with \p Head.
HeadFacts lookAtHead(llvm::StringRef Head, bool IsWhole);

/// Returns \p Text for a message: its first line, shortened, without
/// unprintable characters.
std::string excerpt(llvm::StringRef Text);

} // namespace hprof::classic

#endif // HPROF_LIB_FORMAT_IBM_CLASSICLEXER_H

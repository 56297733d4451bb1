//===- ClassicLexer.h - The words of classic heapdumps ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the lines of a classic heapdump are made of. All functions look at the
/// text between two pointers and never beyond; the caller sees to it that there
/// is enough of it.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_IBM_CLASSICLEXER_H
#define HPROF_LIB_FORMAT_IBM_CLASSICLEXER_H

#include "hprof/Format/IBM/ClassicForm.h"
#include "llvm/ADT/StringRef.h"

namespace hprof::classic {

/// No line but that of references is longer, nor is what stands between an
/// address and the bracket behind it.
constexpr size_t MaxLine = 128 << 10;
constexpr size_t MaxBlanks = 64;

inline bool isBlank(char C) { return C == ' ' || C == '\t' || C == '\r'; }
inline bool isWhite(char C) { return isBlank(C) || C == '\n'; }
const char *skipBlanks(const char *P, const char *End);

/// "0x" and hexadecimal digits.
struct Address {
  uint64_t Value = 0;
  unsigned Digits = 0;
  bool Overflows = false; ///< More than 64 bits.
};
/// Reads an address at \p P and moves behind it. False, and \p P stays, when
/// there is none, or more than one word of it ("0x12g").
bool lexAddress(const char *&P, const char *End, Address &Out);

/// "[24]" behind an address, the blanks before it included.
bool startsRecord(const char *P, const char *End);

struct RecordHead {
  enum class Keyword : uint8_t { None, Obj, Cls };
  uint64_t Size = 0;
  bool HasSize = false; ///< It fits 64 bits.
  Keyword Word = Keyword::None;
  llvm::StringRef Type; ///< Without blanks around it, the rest of the line.
};
/// Reads what stands behind the address of a record, to the end of its line or
/// to references on it, and moves there. False when it is no record.
bool lexRecord(const char *&P, const char *End, RecordHead &Out);

/// The types of PrintHeapdump: takes "class " or "array of " and a hash code
/// off \p Type and says what it was.
struct WordType {
  bool IsClass = false;
  bool IsArray = false;               ///< Type is that of the elements.
  std::optional<BasicType> Primitive; ///< "char[]": an array of it.
  std::optional<uint32_t> Hash;
};
WordType lexWords(llvm::StringRef &Type);

constexpr llvm::StringLiteral VersionMark = "// Version:";
constexpr llvm::StringLiteral BreakdownMark = "// Breakdown";
constexpr llvm::StringLiteral EofMark = "// EOF:";

/// The first trailer: Classes, Objects, ObjectArrays, PrimitiveArrays. The
/// numbers may stand on further lines.
struct Breakdown {
  uint64_t Counts[4] = {};
  bool IsTight = false; ///< No blanks behind colons, as jdmpview writes it.
};
extern const char *const BreakdownKeys[4];
bool lexBreakdown(const char *&P, const char *End, Breakdown &Out);

/// The second trailer.
struct EofTotals {
  uint64_t Objects = 0, References = 0, Nulls = 0;
};
bool lexEof(const char *&P, const char *End, EofTotals &Out);

/// What the beginning of a dump tells of all of it.
struct HeadFacts {
  ClassicForm Form = ClassicForm::OpenJ9;
  bool IsGuess = false; ///< Only the version speaks for Form.
  unsigned IdSize = 8;
};
/// \p IsWhole says that the dump ends with \p Head.
HeadFacts lookAtHead(llvm::StringRef Head, bool IsWhole);

/// \p Text for a message: its first line, without what cannot be printed,
/// short.
std::string excerpt(llvm::StringRef Text);

} // namespace hprof::classic

#endif // HPROF_LIB_FORMAT_IBM_CLASSICLEXER_H

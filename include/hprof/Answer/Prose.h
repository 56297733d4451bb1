//===- Prose.h - Text with typed values -------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANSWER_PROSE_H
#define HPROF_ANSWER_PROSE_H

#include "hprof/Format/Records/Records.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>
#include <vector>

namespace hprof {

struct Value;

/// A line of text whose values keep their types, so that each renderer can
/// print them in its own form: bytes as "1.5 MiB", names escaped, ids as links.
///
///     Prose().name(File) << ": " .count(N, "object") << ", " .bytes(Bytes)
class Prose {
public:
  enum class Kind {
    Plain,      ///< Fixed text.
    Name,       ///< String from an input, unchanged.
    Quoted,     ///< String from an input, in double quotes.
    Option,     ///< Hint at an option of the command, for tools.
    Count,      ///< Number with the noun in Text: "3 objects"; "3" without one.
    Bytes,      ///< "3 bytes"
    Size,       ///< "2048 bytes (2.0 KiB, 7.1%)", with a share in Text.
    NumberCell, ///< "   3", right-aligned in Width columns of text.
    BytesCell,  ///< Same as above, for bytes: "   2.0 KiB".
    LargeBytes, ///< "3145728 bytes (3.0 MiB)"
    Change,     ///< "+3", for counts.
    BytesChange, ///< "+3 bytes"
    Id,          ///< "0x1a2b"
    Word,        ///< A string from an input, as a word of a shell command.
    Amount, ///< "3", a number of bytes whose unit is in the surrounding text.
    AmountChange, ///< "+3", a change in bytes without the unit.
    Time,         ///< Date and time of day.
    Value         ///< A Java value: "1.5", "'x'".
  };
  struct Piece {
    Kind Is;
    std::string Text;
    uint64_t Number = 0;                ///< For a change, in two's complement.
    unsigned Width = 0;                 ///< Set only for cells.
    BasicType Type = BasicType::Object; ///< Set only for a Value.
  };

  Prose() = default;
  Prose(const char *Text) { *this << Text; }

  /// Plain text.
  Prose &operator<<(llvm::StringRef Text);
  Prose &prose(const Prose &Other);
  Prose &prose(Prose &&Other);
  Prose &name(llvm::StringRef Text);
  Prose &name(const char *Text) { return name(llvm::StringRef(Text)); }
  Prose &name(std::string &&Text);
  Prose &quoted(llvm::StringRef Text);
  Prose &option(llvm::StringRef Text);
  /// See counted() in Counted.h.
  Prose &count(uint64_t N, llvm::StringRef Noun, llvm::StringRef Plural = "");
  /// A number without a noun.
  Prose &number(uint64_t N);
  Prose &bytes(uint64_t N);
  /// \p Share is for display, "7.1%", or empty.
  Prose &size(uint64_t N, llvm::StringRef Share);
  Prose &numberCell(uint64_t N, unsigned Width);
  Prose &bytesCell(uint64_t N, unsigned Width);
  /// Repeats the number in MiB or a larger unit if it is large enough.
  Prose &largeBytes(uint64_t N);
  Prose &change(int64_t N);
  Prose &bytesChange(int64_t N);
  Prose &amount(uint64_t N);
  Prose &amountChange(int64_t N);
  /// Milliseconds since 1970.
  Prose &time(uint64_t Millis);
  Prose &id(uint64_t Id);
  Prose &word(llvm::StringRef Text);
  Prose &value(const hprof::Value &V);

  /// Replaces each string from an input by the result of calling \p To.
  void mapInputTexts(llvm::function_ref<std::string(std::string)> To);

  const std::vector<Piece> &pieces() const { return Pieces; }
  bool empty() const { return Pieces.empty(); }
  void clear() { Pieces.clear(); }

private:
  void addPiece(Piece P);
  Prose &add(Kind Is, llvm::StringRef Text, uint64_t Number = 0,
             unsigned Width = 0);

  std::vector<Piece> Pieces;
};

} // namespace hprof

#endif // HPROF_ANSWER_PROSE_H

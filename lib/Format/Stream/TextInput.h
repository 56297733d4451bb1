//===- TextInput.h - Lines of a text input ----------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Splits a source into lines without copying them. The text after a line can
/// be examined before it is consumed, to join lines that their writer truncated
/// or whose names contained newlines.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_STREAM_TEXTINPUT_H
#define HPROF_LIB_FORMAT_STREAM_TEXTINPUT_H

#include "hprof/Format/Base/Error.h"
#include "hprof/Format/Stream/Source.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Compiler.h"

namespace hprof {

/// A line, valid until the next call of next().
struct TextLine {
  llvm::StringRef Text; ///< Without the newline or "\r\n".
  uint64_t Offset = 0;  ///< Offset of its first byte.
  uint64_t Number = 0;  ///< From 1.
  /// Column of its first byte, from 0; nonzero for the rest of a split line.
  uint32_t Column = 0;
  /// Whether its writer truncated it, and the next line follows directly.
  bool IsCut = false;
  bool IsOpen = false; ///< Whether the input ends without a newline.
};

class TextInput {
public:
  /// Number of bytes that can be examined after a line.
  static constexpr size_t Ahead = 4096;
  /// Longer lines are split.
  static constexpr size_t MaxLine = 1 << 20;

  explicit TextInput(Source &In) : In(In) {}

  /// Reads the next line; returns false at the end of the input.
  LLVM_ATTRIBUTE_ALWAYS_INLINE bool next(TextLine &L) {
    if (LLVM_UNLIKELY(size_t(End - Cur) < Ahead) && !fill(Ahead))
      return false;
    Start = Cur;
    StartNumber = Number;
    StartColumn = Column;
    const void *At = std::memchr(Cur, '\n', size_t(End - Cur));
    if (LLVM_UNLIKELY(!At))
      return nextLong(L);
    const char *Newline = static_cast<const char *>(At);
    begin(L);
    L.IsOpen = false;
    L.Text = llvm::StringRef(Cur, size_t(Newline - Cur));
    if (LLVM_UNLIKELY(L.Text.ends_with("\r")))
      L.Text = L.Text.drop_back();
    Cur = Newline + 1;
    ++Number;
    Column = 0;
    return true;
  }

  /// Makes next() return the last line again.
  void unread() {
    Cur = Start;
    Number = StartNumber;
    Column = StartColumn;
  }

  /// The last line and the text after it: Ahead bytes including newlines, or as
  /// many as the input has.
  llvm::StringRef ahead() const { return {Start, size_t(End - Start)}; }

  /// Makes the last line end after \p Size bytes of ahead(). \p Dropped bytes,
  /// its newline, are not part of the next line.
  void resize(TextLine &L, size_t Size, size_t Dropped);

  uint64_t offset() const { return Base + uint64_t(Cur - Window); }
  uint64_t lineNumber() const { return Number; }
  /// The reason why the input ended.
  llvm::Error takeError() { return In.takeError(); }
  /// Same as above, for readers that keep the preceding contents: only a read
  /// failure is an error, anything else is damage.
  llvm::Error takeErrorOrTell(const DamageHandler &OnDamage);

private:
  void begin(TextLine &L) const {
    L.Offset = Base + uint64_t(Cur - Window);
    L.Number = Number;
    L.Column = Column;
    L.IsCut = false;
  }
  bool fill(size_t Want);
  bool nextLong(TextLine &L);

  Source &In;
  const char *Window = nullptr, *Cur = nullptr, *End = nullptr;
  uint64_t Base = 0; ///< Offset of Window.
  bool AtEnd = false;
  uint64_t Number = 1;
  uint32_t Column = 0;
  // State of the last line.
  const char *Start = nullptr;
  uint64_t StartNumber = 1;
  uint32_t StartColumn = 0;
  llvm::SmallString<0> Joined;
};

} // namespace hprof

#endif // HPROF_LIB_FORMAT_STREAM_TEXTINPUT_H

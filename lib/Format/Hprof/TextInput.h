//===- TextInput.h - Lines of an input --------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Cuts a source into lines without copying them. What a line needs to be put
/// together again, where its writer cut it or names had newlines in them, can
/// be looked at before it is taken.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_HPROF_TEXTINPUT_H
#define HPROF_LIB_FORMAT_HPROF_TEXTINPUT_H

#include "hprof/Format/Stream/Source.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Compiler.h"

namespace hprof {

/// A line, valid until the next one is taken.
struct TextLine {
  llvm::StringRef Text; ///< Without the newline, or "\r\n".
  uint64_t Offset = 0;  ///< Of its first byte.
  uint64_t Number = 0;  ///< From 1.
  uint32_t Column = 0;  ///< Of its first byte, from 0: a cut line has a rest.
  bool IsCut = false;   ///< Its writer cut it, and the next line follows on it.
  bool IsOpen = false;  ///< The input ends without a newline.
};

class TextInput {
public:
  /// How much of what follows a line can be looked at.
  static constexpr size_t Ahead = 4096;
  /// Longer lines come in pieces.
  static constexpr size_t MaxLine = 1 << 20;

  explicit TextInput(Source &In) : In(In) {}

  /// Takes the next line; false at the end of the input.
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

  /// The line taken last comes again.
  void unread() {
    Cur = Start;
    Number = StartNumber;
    Column = StartColumn;
  }

  /// The line taken last and what follows it: Ahead bytes, newlines included,
  /// where the input has that many.
  llvm::StringRef ahead() const { return {Start, size_t(End - Start)}; }

  /// Makes the line taken last end behind \p Size bytes of ahead(). \p Dropped
  /// bytes, its newline, do not belong to the line that follows.
  void resize(TextLine &L, size_t Size, size_t Dropped);

  uint64_t offset() const { return Base + uint64_t(Cur - Window); }
  uint64_t lineNumber() const { return Number; }
  /// Why the input ended.
  llvm::Error takeError() { return In.takeError(); }

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
  // Of the line taken last.
  const char *Start = nullptr;
  uint64_t StartNumber = 1;
  uint32_t StartColumn = 0;
  llvm::SmallString<0> Joined;
};

} // namespace hprof

#endif // HPROF_LIB_FORMAT_HPROF_TEXTINPUT_H

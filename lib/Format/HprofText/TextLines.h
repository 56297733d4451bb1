//===- TextLines.h - Fast formatting of text lines --------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A text buffer in front of a sink. A heap dump consists of tens of millions
/// of short lines; with printf or raw_ostream, formatting would cost more than
/// everything else.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_HPROFTEXT_TEXTLINES_H
#define HPROF_LIB_FORMAT_HPROFTEXT_TEXTLINES_H

#include "hprof/Format/Stream/Sink.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Compiler.h"
#include <cstring>

namespace hprof {

class TextLines {
public:
  /// Without a sink, the text is kept until take().
  explicit TextLines(Sink *Out) : Out(Out) { grow(Room); }

  TextLines &operator<<(llvm::StringRef S) {
    if (LLVM_UNLIKELY(S.size() > Longest))
      return appendLong(S);
    // The data of an empty string may be null.
    if (S.empty())
      return *this;
    reserve();
    std::memcpy(Cursor, S.data(), S.size());
    Cursor += S.size();
    return *this;
  }
  TextLines &operator<<(char C) {
    reserve();
    *Cursor++ = C;
    return *this;
  }

  /// Appends \p V in lower case, without leading zeros.
  TextLines &hex(uint64_t V);
  /// Appends \p V right-aligned in \p Width columns.
  TextLines &decimal(uint64_t V, unsigned Width = 0);
  TextLines &signedDecimal(int64_t V);
  /// Prints hundredths with the format "%5.2f%%".
  TextLines &percent(int32_t Hundredths);

  void flush();
  /// Returns and clears the unflushed text.
  llvm::SmallVector<char, 0> take();
  bool empty() const { return Cursor == Text.data(); }

private:
  static constexpr size_t Longest = 256; ///< Maximum characters per call.
  static constexpr size_t Room = 64 << 10;

  void reserve() {
    if (LLVM_UNLIKELY(size_t(End - Cursor) < Longest))
      makeRoom();
  }
  void makeRoom();
  void grow(size_t Size);
  TextLines &appendLong(llvm::StringRef S);

  Sink *Out;
  llvm::SmallVector<char, 0> Text; ///< A buffer, filled up to Cursor.
  char *Cursor = nullptr, *End = nullptr;
};

/// Prints a time in UTC like ctime(), without the newline.
void printDate(TextLines &Out, uint64_t Millis);

} // namespace hprof

#endif // HPROF_LIB_FORMAT_HPROFTEXT_TEXTLINES_H

//===- TextLines.h - Formats lines of text by hand --------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A buffer of text in front of a sink. A heap dump is tens of millions of
/// short lines; printf and raw_ostream cost more than all the rest of them.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_HPROF_TEXTLINES_H
#define HPROF_LIB_FORMAT_HPROF_TEXTLINES_H

#include "hprof/Format/Stream/Sink.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Compiler.h"
#include <cstring>

namespace hprof {

class TextLines {
public:
  /// With no sink the text is kept until take().
  explicit TextLines(Sink *Out) : Out(Out) { grow(Room); }

  TextLines &operator<<(llvm::StringRef S) {
    if (LLVM_UNLIKELY(S.size() > Longest))
      return appendLong(S);
    // An empty one may point nowhere.
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

  /// In lower case, without leading zeros.
  TextLines &hex(uint64_t V);
  /// Right-aligned in \p Width columns.
  TextLines &decimal(uint64_t V, unsigned Width = 0);
  TextLines &signedDecimal(int64_t V);
  /// Hundredths as "%5.2f%%" does.
  TextLines &percent(int32_t Hundredths);

  void flush();
  /// What was written and not flushed; forgets it.
  llvm::SmallVector<char, 0> take();
  bool empty() const { return Cursor == Text.data(); }

private:
  static constexpr size_t Longest = 256; ///< Of what one call appends.
  static constexpr size_t Room = 64 << 10;

  void reserve() {
    if (LLVM_UNLIKELY(size_t(End - Cursor) < Longest))
      makeRoom();
  }
  void makeRoom();
  void grow(size_t Size);
  TextLines &appendLong(llvm::StringRef S);

  Sink *Out;
  llvm::SmallVector<char, 0> Text; ///< All of it is room; Cursor tells.
  char *Cursor = nullptr, *End = nullptr;
};

/// A point in time, in UTC, as ctime() prints a local one: without the newline.
void printDate(TextLines &Out, uint64_t Millis);

} // namespace hprof

#endif // HPROF_LIB_FORMAT_HPROF_TEXTLINES_H

//===- ClassicCursor.h - A position in a classic heapdump -------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A window over a source that moves forward and counts lines.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_IBM_CLASSICCURSOR_H
#define HPROF_LIB_FORMAT_IBM_CLASSICCURSOR_H

#include "ClassicLexer.h"
#include "hprof/Format/Stream/Source.h"
#include <string>

namespace hprof::classic {

/// A position; both numbers start at 1.
struct Place {
  uint64_t Offset = 0;
  uint64_t Line = 1, Column = 1;
  /// Returns the text "line 3, column 7: ".
  std::string str() const;
};

class Cursor {
public:
  explicit Cursor(Source &In) : In(In) {}

  /// The bytes in memory; the user advances P up to End.
  const char *P = nullptr, *End = nullptr;

  /// Makes \p Want bytes available, or all remaining bytes if there are fewer.
  void need(size_t Want) {
    if (LLVM_UNLIKELY(size_t(End - P) < Want) && !AtEnd)
      refill(Want);
  }
  /// Whether End is the end of the input.
  bool isWhole() const { return AtEnd; }

  /// The end of at most \p Size bytes, so that results do not depend on how the
  /// input is split. Requires a preceding need(Size).
  const char *end(size_t Size) const {
    return size_t(End - P) < Size ? End : P + Size;
  }
  llvm::StringRef rest(size_t Size) const { return {P, size_t(end(Size) - P)}; }

  /// Moves to \p To, counting lines.
  void moveTo(const char *To) {
    while (const void *N = memchr(P, '\n', size_t(To - P))) {
      P = static_cast<const char *>(N) + 1;
      ++Line;
      LineStart = offset(P);
    }
    P = To;
  }
  /// Skips spaces, tabs and newlines, up to End.
  void skipSpace() {
    for (; P != End && isWhite(*P); ++P)
      if (*P == '\n') {
        ++Line;
        LineStart = offset(P) + 1;
      }
  }
  /// Moves to the end of the line, regardless of its length.
  void skipLine();

  Place place(const char *At) const {
    return {offset(At), Line, offset(At) - LineStart + 1};
  }
  Place place() const { return place(P); }

private:
  uint64_t offset(const char *At) const {
    return In.offset() + uint64_t(At - Begin);
  }
  void refill(size_t Want);

  static constexpr size_t WindowSize = 1 << 20;
  Source &In;
  const char *Begin = nullptr;
  bool AtEnd = false;
  uint64_t Line = 1, LineStart = 0;
};

} // namespace hprof::classic

#endif // HPROF_LIB_FORMAT_IBM_CLASSICCURSOR_H

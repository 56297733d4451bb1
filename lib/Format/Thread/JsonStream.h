//===- JsonStream.h - Feeds a Source to RapidJSON ---------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_THREAD_JSONSTREAM_H
#define HPROF_LIB_FORMAT_THREAD_JSONSTREAM_H

#include "hprof/Format/Stream/Source.h"
#include <vector>

namespace hprof {

/// An input stream as required by RapidJSON's readers, which ends at a NUL.
/// Provides the line and column of the last value's beginning, and replaces
/// escaped unpaired surrogates, which RapidJSON rejects.
class JsonStream {
public:
  using Ch = char; // RapidJSON's name for the character type.

  explicit JsonStream(Source &In) : In(In) { refill(); }

  // RapidJSON defines these names. NOLINTBEGIN(readability-identifier-naming)
  char Peek() const { return At == End ? '\0' : *At; }
  char Take() {
    if (At == End)
      return '\0';
    const char C = *At++;
    ++Offset;
    if (InString)
      inString(C);
    else
      outside(C);
    if (At == End)
      refill();
    return C;
  }
  size_t Tell() const { return size_t(Offset); }
  // Only for parsing in place.
  char *PutBegin() { return nullptr; }
  void Put(char) {}
  void Flush() {}
  size_t PutEnd(char *) { return 0; }
  // NOLINTEND(readability-identifier-naming)

  struct Place {
    uint64_t Offset = 0, Line = 1, Column = 1;
  };
  /// Beginning of the last value or member name.
  const Place &valueStart() const { return Value; }
  /// Position of the next character.
  Place here() const { return {Offset, Line, Offset - LineStart + 1}; }

private:
  void refill();
  char *repair(char *From, char *To);
  void inString(char C) {
    if (IsEscaped)
      IsEscaped = false;
    else if (C == '\\')
      IsEscaped = true;
    else if (C == '"')
      InString = false;
  }
  void outside(char C) {
    if (C == '\n') {
      ++Line;
      LineStart = Offset;
      return;
    }
    if (C == ' ' || C == '\t' || C == '\r')
      return;
    const bool IsMark =
        C == ',' || C == ':' || C == '[' || C == '{' || C == ']' || C == '}';
    // Brackets are marks before a value, and begin one.
    if (AfterMark && C != ',' && C != ':' && C != ']' && C != '}')
      Value = {Offset - 1, Line, Offset - LineStart};
    AfterMark = IsMark;
    InString = C == '"';
  }

  Source &In;
  std::vector<char> Buffer;
  const char *At = nullptr, *End = nullptr; ///< In Buffer.
  size_t NumHeld = 0;                       ///< Bytes in Buffer after End.
  uint64_t Offset = 0;
  uint64_t Line = 1, LineStart = 0;
  bool AfterMark = true; ///< Whether a value or member name follows.
  bool InString = false;
  bool IsEscaped = false; ///< Whether a backslash precedes.
  Place Value;
};

} // namespace hprof

#endif // HPROF_LIB_FORMAT_THREAD_JSONSTREAM_H

//===- JavacoreLines.cpp - The lines of a javacore ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JavacoreLines.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

static bool isTagChar(char C) { return isDigit(C) || (C >= 'A' && C <= 'Z'); }

StringRef JavacoreLines::tagOf(StringRef Line) {
  constexpr size_t MaxTag = 20, MinTag = 5;
  size_t Size = 0;
  while (Size < Line.size() && Size <= MaxTag && isTagChar(Line[Size]))
    ++Size;
  StringRef Tag = Line.take_front(Size);
  bool Ends = Size == Line.size() || Line[Size] == ' ' || Line[Size] == '\t';
  if (!Ends || Size > MaxTag)
    return "";
  if (Tag == "NULL" || (Size >= MinTag && isDigit(Tag[0])))
    return Tag;
  return "";
}

/// Reads a line without its end; returns false at the end of the input.
bool JavacoreLines::read(std::string &Out) {
  Out.clear();
  constexpr size_t Chunk = 64 << 10;
  bool Any = false;
  while (true) {
    StringRef Window = toStringRef(In.peek(1)).take_front(Chunk);
    if (Window.empty())
      return Any;
    Any = true;
    size_t End = Window.find('\n');
    Out += Window.take_front(End);
    In.consume(End == StringRef::npos ? Window.size() : End + 1);
    if (End != StringRef::npos) {
      if (StringRef(Out).ends_with("\r"))
        Out.pop_back();
      return true;
    }
    if (Out.size() > MaxLine)
      return true; // next() rejects it.
  }
}

Error JavacoreLines::takeError() {
  if (Failure)
    return make_error<FormatError>(*Failure);
  return Error::success();
}

bool JavacoreLines::next(JavacoreLine &L) {
  auto Advance = [&] {
    LookaheadOffset = In.offset();
    HasLookahead = read(Lookahead);
    LinesRead += HasLookahead;
  };
  if (!LinesRead)
    Advance();
  if (!HasLookahead || Failure)
    return false;
  L.Offset = LookaheadOffset;
  L.Number = LinesRead;
  std::swap(Current, Lookahead);
  bool IsOpen = !tagOf(Current).empty() && StringRef(Current).count('"') == 1;
  size_t Total = Current.size();
  for (Advance(); IsOpen && HasLookahead && tagOf(Lookahead).empty();
       Advance()) {
    Total += Lookahead.size() + 1;
    if (Total > MaxLine)
      break;
    Current += '\n';
    Current += Lookahead;
    IsOpen = !StringRef(Lookahead).contains('"');
  }
  if (Total > MaxLine) {
    Failure.emplace(format_errc::bad_text, L.Offset,
                    "line " + Twine(L.Number) +
                        ", column 1: expected a line of at most " +
                        Twine(MaxLine >> 20) + " MiB");
    return false;
  }
  StringRef Whole = Current;
  L.Whole = Whole;
  L.Tag = tagOf(Whole);
  L.Text = Whole.drop_front(L.Tag.size()).ltrim(" \t").rtrim();
  L.Column = unsigned(L.Text.data() - Whole.data()) + 1;
  return true;
}

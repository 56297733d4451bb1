//===- DamagedLine.cpp - Damaged lines of a thread dump -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DamagedLine.h"
#include "hprof/Format/Base/ModifiedUtf8.h"
#include "hprof/Format/Thread/FrameText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

using namespace hprof;
using namespace llvm;

/// Number of bytes of a line that are compared.
static constexpr size_t Compared = 400;

bool hprof::hasNoText(StringRef Line) {
  for (size_t I = 0; I != Line.size(); ++I) {
    const auto C = uint8_t(Line[I]);
    if (C >= 0x20 ? C == 0x7f : C != '\t' && C != '\r') {
      const bool IsColour = C == 0x1b && Line.substr(I + 1).starts_with("[");
      if (!IsColour)
        return true;
    }
  }
  return !json::isUTF8(Line);
}

/// Returns the number of bytes at the start of \p Text in a form specific to
/// modified UTF-8: 0 if there are none.
static size_t sizeOfModified(StringRef Text) {
  constexpr size_t SizeOfUnit = 3;
  if (Text.starts_with("\xc0\x80"))
    return 2;
  size_t Size = 0;
  auto ByteAt = [&](size_t I) { return uint8_t(Text[Size + I]); };
  while (Text.size() - Size >= SizeOfUnit && ByteAt(0) == 0xed &&
         (ByteAt(1) & 0xe0) == 0xa0 && (ByteAt(2) & 0xc0) == 0x80)
    Size += SizeOfUnit;
  return Size;
}

StringRef hprof::withoutSurrogates(StringRef Line, std::string &Out) {
  if (Line.find_first_of("\xc0\xed") == StringRef::npos)
    return Line;
  std::string Text;
  while (!Line.empty()) {
    if (const size_t Size = sizeOfModified(Line)) {
      Text += modifiedUtf8ToUtf8(Line.take_front(Size));
      Line = Line.drop_front(Size);
      continue;
    }
    Text += Line.front();
    Line = Line.drop_front();
  }
  Out = std::move(Text);
  return Out;
}

/// Returns the beginning of \p Line with one byte for each replaced byte, which
/// has three in \p Line, so that all others keep their positions.
static std::string comparable(StringRef Line) {
  std::string Out;
  for (StringRef Rest = Line.take_front(Compared); !Rest.empty();) {
    const bool IsReplaced = Rest.consume_front("\xef\xbf\xbd");
    Out += IsReplaced ? '\1' : Rest.front();
    if (!IsReplaced)
      Rest = Rest.drop_front();
  }
  return Out;
}

static bool isAlmostIn(StringRef Line, StringRef Phrase) {
  const size_t MostWrong = Phrase.size() / 6;
  for (size_t At = 0; At + Phrase.size() <= Line.size(); ++At) {
    size_t Wrong = 0;
    for (size_t I = 0; I != Phrase.size() && Wrong <= MostWrong; ++I)
      Wrong += Line[At + I] != Phrase[I];
    if (Wrong <= MostWrong)
      return true;
  }
  return false;
}

bool hprof::hasAlmost(StringRef Line, StringRef Phrase) {
  return isAlmostIn(comparable(Line), Phrase);
}

bool hprof::isAlmostThread(StringRef Line) {
  static constexpr StringLiteral Marks[] = {
      " tid=", " tid=0x", " nid=", " prio=", " os_prio=", " cpu=", " elapsed="};
  return count_if(Marks, [&](StringRef M) { return Line.contains(M); }) >= 2;
}

/// Whether \p Line is a frame with a source position, preceded by at most a few
/// characters.
static bool endsInFrame(StringRef Line) {
  const StringRef Trimmed = Line.trim();
  const size_t Place = placeOfFrame(Trimmed);
  constexpr size_t MostBefore = 8;
  if (Place == StringRef::npos)
    return false;
  const size_t Begin = Trimmed.take_front(Place).rfind(' ') + 1;
  ThreadFrame F;
  return Begin <= MostBefore && Trimmed.slice(Begin, Place).contains('.') &&
         parseFrame(Trimmed.drop_front(Begin), F) &&
         (F.IsNative || F.Line > 0 || F.SourceFile.empty());
}

bool hprof::isAlmostInThread(StringRef Line) {
  static constexpr StringLiteral Phrases[] = {
      "java.lang.Thread.State: ",   "Locked ownable synchronizers:",
      "Carrying virtual thread #",  "Mounted virtual thread #",
      "waiting to lock monitor 0x", "for ownable synchronizer 0x",
      "  which is held by \"",      "Java stack information for"};
  const std::string Text = comparable(Line);
  const StringRef Trimmed = StringRef(Text).ltrim();
  if (any_of(Phrases, [&](StringRef P) { return isAlmostIn(Text, P); }))
    return true;
  // Log lines begin with a tab only before "... 5 more".
  if (StringRef(Text).starts_with("\t") && !Trimmed.starts_with("..."))
    return true;
  if (StringRef(Text).contains("<0x") && StringRef(Text).contains("(a "))
    return true;
  return endsInFrame(Text);
}

//===- DialectFrames.cpp - Frames of other VMs' thread dumps --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DialectFrames.h"
#include "hprof/Format/Thread/FrameText.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

/// Removes the address at the beginning of a line with --mixed. \return false
/// if there is none.
static bool consumeAddress(StringRef &Line) {
  const StringRef Whole = Line;
  if (Line.consume_front("0x")) {
    const StringRef Digits = Line.take_while(isHexDigit);
    Line = Line.drop_front(Digits.size());
    if (!Digits.empty() && Line.consume_front("\t"))
      return true;
  }
  Line = Whole;
  return false;
}

StringRef hprof::readNativeFrame(StringRef Line) {
  return consumeAddress(Line) && !Line.starts_with("*") ? Line.trim() : "";
}

/// Returns the number after \p Key in \p Text; 0 if there is none.
static int32_t numberAfter(StringRef Text, StringRef Key) {
  const size_t At = Text.find(Key);
  int32_t N = 0;
  if (At == StringRef::npos ||
      Text.drop_front(At + Key.size()).consumeInteger(10, N))
    return 0;
  return std::max(N, 0);
}

std::optional<ThreadFrame> hprof::readAgentFrame(StringRef Line) {
  Line = Line.trim();
  const bool IsMixed = consumeAddress(Line);
  if (!Line.consume_front(IsMixed ? "* " : "- "))
    return std::nullopt;
  const size_t Place = Line.find(IsMixed ? " bci:" : " @bci=");
  const auto [Called, Rest] = Line.take_front(Place).split('(');
  const auto [Class, Method] = Called.rsplit('.');
  if (Place == StringRef::npos || Class.empty() || Method.empty())
    return std::nullopt;
  ThreadFrame F;
  F.ClassName = Class.str();
  // The suffix of a hidden class has a slash in other formats.
  if (const size_t Plus = F.ClassName.find("+0x"); Plus != std::string::npos)
    F.ClassName[Plus] = '/';
  F.Method = Method.str();
  F.Line = numberAfter(Line.drop_front(Place), IsMixed ? " line:" : " line=");
  return F;
}

std::optional<ThreadFrame> hprof::readImageFrame(StringRef Line) {
  if (!Line.contains("SP 0x") || !Line.contains(" IP 0x"))
    return std::nullopt;
  StringRef Text = Line.split(" size=").second.drop_while(isDigit).ltrim();
  // The kind of code.
  if (Text.starts_with("["))
    Text = Text.split(']').second.ltrim();
  ThreadFrame F;
  if (!readFrame(Text, F, FrameStyle::Java))
    return F;
  StringRef File = F.SourceFile;
  F.IsNative |= File.consume_back(":-2");
  if (File.consume_back(":-1") || F.IsNative || File == "null")
    F.SourceFile = F.IsNative || File == "null" ? "" : File.str();
  return F;
}

std::optional<ThreadFrame> hprof::readJRockitFrame(StringRef Text) {
  Text = Text.take_front(Text.rfind(')') + 1);
  const size_t Signature = Text.find('('), Place = Text.rfind('(');
  if (Signature == StringRef::npos)
    return std::nullopt;
  std::string Java = Text.take_front(Signature).str();
  std::replace(Java.begin(), Java.end(), '/', '.');
  Java += Text.drop_front(Place);
  ThreadFrame F;
  if (!parseFrame(Java, F, FrameStyle::Short))
    return std::nullopt;
  return F;
}

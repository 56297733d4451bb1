//===- StreamWatch.cpp - Finds the end of a record stream -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StreamWatch.h"
#include "hprof/Format/Records/Records.h"
#include "llvm/Support/Endian.h"
#include <algorithm>

using namespace hprof;
using namespace llvm;

/// Maximum length of a version, with its terminator.
static constexpr uint64_t MostOfVersion = StreamWatch::Magic.size() + 8;

/// A record's tag is followed by its time and length.
void StreamWatch::endHeader() {
  Left = support::endian::read32be(Header + 5);
  if (Header[0] == HeapDumpSegment::Tag)
    IsInDump = true;
  if (Header[0] == HeapDumpEnd::Tag)
    IsInDump = false;
  NumHeader = 0;
  Is = Left ? State::Body : State::Record;
  if (!Left)
    RecordAt = Size;
}

void StreamWatch::takeByte(uint8_t B) {
  ++Size;
  switch (Is) {
  case State::Magic:
    if (B != uint8_t(Magic[Size - 1]))
      Is = State::Foreign;
    else if (Size == Magic.size())
      Is = State::Version;
    return;
  case State::Version:
    if (B == 0)
      Is = State::IdsAndTime;
    else if (B == ',')
      Is = State::Text; // "JAVA PROFILE 1.0.1, created ..."
    else if (Size == MostOfVersion)
      Is = State::Foreign;
    return;
  case State::IdsAndTime:
    if (++NumHeader == 12) {
      NumHeader = 0;
      RecordAt = Size;
      Is = State::Record;
    }
    return;
  case State::Record:
    Header[NumHeader++] = B;
    if (NumHeader == sizeof(Header))
      endHeader();
    return;
  default:
    return;
  }
}

bool StreamWatch::take(ArrayRef<uint8_t> Bytes) {
  while (!Bytes.empty() && Is != State::Foreign) {
    if (Is == State::Body || Is == State::Text) {
      const size_t N = Is == State::Text ? Bytes.size()
                                         : std::min<size_t>(Left, Bytes.size());
      Size += N;
      Last = Bytes[N - 1];
      Bytes = Bytes.drop_front(N);
      if (Is == State::Body)
        Left -= uint32_t(N);
      if (Is == State::Body && Left == 0) {
        Is = State::Record;
        RecordAt = Size;
      }
      continue;
    }
    takeByte(Bytes.front());
    Bytes = Bytes.drop_front();
  }
  return Is != State::Foreign;
}

std::string StreamWatch::fault() const {
  switch (Is) {
  case State::Foreign:
    return "is not an HPROF stream";
  case State::Magic:
  case State::Version:
  case State::IdsAndTime:
    return "the stream ends within the header";
  case State::Body:
    return "the stream ends within a record";
  case State::Record:
    if (NumHeader)
      return "the stream ends within the header of a record";
    return IsInDump ? "the stream ends within a heap dump" : "";
  case State::Text:
    return Last == '\n' ? "" : "the stream ends within a line";
  }
  llvm_unreachable("unhandled state");
}

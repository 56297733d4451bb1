//===- CommandReader.cpp - Commands from a byte stream --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "hprof/Command/CommandReader.h"
#include <algorithm>
#include <cstring>

using namespace hprof;
using namespace llvm;

/// Keeps bytes until there are \p Count. \return whether there are enough.
bool CommandReader::keepUntil(size_t Count, ArrayRef<uint8_t> &Bytes) {
  if (NumKept < Count) {
    const size_t N = std::min(Count - NumKept, Bytes.size());
    if (N)
      std::memcpy(Kept + NumKept, Bytes.data(), N);
    NumKept += N;
    Bytes = Bytes.drop_front(N);
  }
  return NumKept >= Count;
}

std::optional<Expected<Command>> CommandReader::take(ArrayRef<uint8_t> &Bytes) {
  const size_t N = std::min<size_t>(ToSkip, Bytes.size());
  Bytes = Bytes.drop_front(N);
  ToSkip -= uint32_t(N);
  if (ToSkip || !keepUntil(CommandHeader::Size, Bytes))
    return std::nullopt;
  const CommandHeader H =
      CommandHeader::decode(ArrayRef(Kept, CommandHeader::Size));
  const size_t BodySize = std::min<size_t>(H.Length, MaxCommandBody);
  if (!keepUntil(CommandHeader::Size + BodySize, Bytes))
    return std::nullopt;
  NumKept = 0;
  ToSkip = uint32_t(H.Length - BodySize);
  return decodeCommand(H, ArrayRef(Kept + CommandHeader::Size, BodySize));
}

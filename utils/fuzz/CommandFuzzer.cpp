//===- CommandFuzzer.cpp - Commands to the agent from anybody -------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Command/CommandReader.h"
#include "hprof/Command/CommandText.h"
#include <cmath>

using namespace hprof;
using namespace llvm;

static void require(bool Holds) {
  if (!Holds)
    abort();
}

/// A decoded command must survive encoding and decoding unchanged.
static void checkCommand(const Command &C) {
  require(std::isfinite(C.Cutoff) && C.Cutoff >= 0);
  require(!C.name().empty());
  SmallVector<uint8_t, 32> Once, Twice;
  C.encode(Once);
  CommandReader Reader;
  ArrayRef<uint8_t> Bytes = Once;
  std::optional<Expected<Command>> Again = Reader.take(Bytes);
  require(Again && *Again && Bytes.empty() && !Reader.isWithin());
  (*Again)->encode(Twice);
  require(Once == Twice);
}

/// The commands in \p Bytes, read in pieces of \p Size.
static std::vector<uint8_t> tagsIn(ArrayRef<uint8_t> Bytes, size_t Size) {
  std::vector<uint8_t> Tags;
  CommandReader Reader;
  while (!Bytes.empty()) {
    ArrayRef<uint8_t> Piece = Bytes.take_front(Size);
    Bytes = Bytes.drop_front(Piece.size());
    while (std::optional<Expected<Command>> C = Reader.take(Piece)) {
      if (*C) {
        checkCommand(**C);
        Tags.push_back(uint8_t((*C)->Tag));
      } else {
        require(!toString(C->takeError()).empty());
        Tags.push_back(0);
      }
    }
    require(Piece.empty());
  }
  return Tags;
}

/// The input is treated as bytes from a socket, and as text from a user.
// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer requires it.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  const std::vector<uint8_t> AtOnce = tagsIn({Data, Size}, Size + 1);
  for (size_t Piece : {1, 7})
    require(tagsIn({Data, Size}, Piece) == AtOnce);
  StringRef Text(reinterpret_cast<const char *>(Data), Size);
  auto [Word, Arguments] = Text.split(' ');
  Expected<Command> C = parseCommand(Word, Arguments);
  if (C)
    checkCommand(*C);
  else
    require(!toString(C.takeError()).empty());
  return 0;
}

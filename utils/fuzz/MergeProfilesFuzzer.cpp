//===- MergeProfilesFuzzer.cpp - Merges two profiles ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Convert/Merge/MergeProfiles.h"
#include <cstdlib>

using namespace hprof;
using namespace llvm;

/// Adds \p Bytes to \p To if they are a profile.
static void add(ProfileMerger &To, ArrayRef<uint8_t> Bytes, uint64_t Weight) {
  auto In = Source::fromMemory(Bytes, "input");
  LossAccount Losses;
  consumeError(To.add(*In, Weight, [](const Damage &) {}, Losses));
  Losses.entries();
}

/// The sum of \p Merger in a format that preserves all of it.
static SmallVector<char, 0> written(ProfileMerger &Merger) {
  SmallVector<char, 0> Bytes;
  std::unique_ptr<Sink> Out = Sink::toMemory(Bytes);
  LossAccount Losses;
  if (Error E = Merger.write(*Out, Format::Yaml, Losses)) {
    consumeError(std::move(E));
    abort();
  }
  consumeError(Out->finish());
  return Bytes;
}

/// In YAML, a few letters can represent billions of elements.
static bool isYaml(ArrayRef<uint8_t> Bytes) {
  auto In = Source::fromMemory(Bytes, "input");
  Expected<Format> Kind = identifyFormat(*In);
  if (!Kind) {
    consumeError(Kind.takeError());
    return false;
  }
  return *Kind == Format::Yaml;
}

/// No pair of inputs causes a crash, and their order does not matter. The last
/// two bytes are the size of the first input; the byte before them is its
/// weight.
// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer requires it.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  constexpr size_t NumParameters = 3;
  if (Size < NumParameters)
    return 0;
  const ArrayRef<uint8_t> Inputs(Data, Size - NumParameters);
  const uint64_t Weight = 1 + Data[Size - 3];
  const size_t Split =
      (size_t(Data[Size - 2]) << 8 | Data[Size - 1]) % (Inputs.size() + 1);
  const ArrayRef<uint8_t> First = Inputs.take_front(Split),
                          Second = Inputs.drop_front(Split);
  if (isYaml(First) || isYaml(Second))
    return 0;
  ProfileMerger Forwards, Backwards;
  add(Forwards, First, Weight);
  add(Forwards, Second, 1);
  add(Backwards, Second, 1);
  add(Backwards, First, Weight);
  if (written(Forwards) != written(Backwards))
    abort();
  return 0;
}

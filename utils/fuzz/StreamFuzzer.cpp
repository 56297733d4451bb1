//===- StreamFuzzer.cpp - Fuzz the containers -----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Opens stored bytes, either the input itself or a container created from it
/// and then damaged at one place, and reads them twice, with one thread and
/// with three, in windows of different sizes: bytes, damage and its offset must
/// be the same. An undamaged container must return its input.
///
//===----------------------------------------------------------------------===//

#include "hprof/Format/Base/Error.h"
#include "hprof/Format/Stream/Sink.h"
#include "hprof/Format/Stream/Source.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <vector>

using namespace hprof;
using namespace llvm;

namespace {
struct Outcome {
  std::vector<uint8_t> Data;
  bool Failed = false, GaveUp = false;
  format_errc Code = format_errc::io;
  uint64_t Offset = 0;
};

/// Enough for a fuzzer; a small input can inflate to gigabytes.
constexpr size_t Enough = size_t(8) << 20;
/// Marker to truncate the container instead of flipping bits.
constexpr uint8_t CutHere = 0xa5;

Outcome drain(ArrayRef<uint8_t> Stored, unsigned Threads, size_t Window) {
  SourceOptions Options;
  Options.Threads = Threads;
  std::unique_ptr<Source> In = Source::openMemory(Stored, "fuzz", Options);
  Outcome O;
  while (O.Data.size() < Enough) {
    ArrayRef<uint8_t> W = In->peek(Window).take_front(Window);
    if (W.empty())
      break;
    if (In->offset() != O.Data.size())
      report_fatal_error("offset() is not what was consumed");
    O.Data.insert(O.Data.end(), W.begin(), W.end());
    In->consume(W.size());
  }
  O.GaveUp = O.Data.size() >= Enough;
  if (O.GaveUp) {
    O.Data.resize(Enough);
    return O;
  }
  handleAllErrors(In->takeError(), [&](const FormatError &E) {
    O.Failed = true;
    O.Code = E.code();
    O.Offset = E.offset();
  });
  if (O.Failed && O.Offset != O.Data.size())
    report_fatal_error("damage is not where the bytes end");
  return O;
}

void compress(ArrayRef<uint8_t> Data, Compression Kind,
              SmallVectorImpl<char> &Stored) {
  SinkOptions Options;
  Options.Kind = Kind;
  Options.Threads = 1;
  std::unique_ptr<Sink> To = Sink::toMemory(Stored, Options);
  To->append(Data);
  cantFail(To->finish());
}
} // namespace

// The name is given by libFuzzer.
// NOLINTNEXTLINE(readability-identifier-naming)
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Bytes, size_t Size) {
  constexpr size_t HeaderSize = 7;
  if (Size <= HeaderSize)
    return 0;
  ArrayRef<uint8_t> Rest(Bytes + HeaderSize, Size - HeaderSize);
  unsigned Mode = Bytes[0] % 3;
  size_t Window = size_t(1) << (Bytes[1] % 23);
  uint8_t Flip = Bytes[2];
  size_t FaultAt = size_t(Bytes[3] | Bytes[4] << 8 | Bytes[5] << 16);
  // Repeated, so that a small input fills several blocks.
  size_t Times = size_t(1) << (Bytes[6] % 12);

  std::vector<uint8_t> Payload;
  SmallVector<char, 0> Stored;
  if (Mode == 0) {
    Stored.append(Rest.begin(), Rest.end());
  } else {
    Compression Kind = Mode == 1 ? Compression::Gzip : Compression::Zstd;
    while (Times-- && Payload.size() < Enough / 4)
      Payload.insert(Payload.end(), Rest.begin(), Rest.end());
    ArrayRef<uint8_t> Whole(Payload);
    compress(Whole.take_front(Rest.size() / 2), Kind, Stored);
    compress(Whole.drop_front(Rest.size() / 2), Kind, Stored);
    FaultAt %= Stored.size();
    if (Flip == CutHere)
      Stored.truncate(FaultAt);
    else
      Stored[FaultAt] ^= char(Flip);
  }
  ArrayRef<uint8_t> All(reinterpret_cast<const uint8_t *>(Stored.data()),
                        Stored.size());
  Outcome One = drain(All, 1, Window), Three = drain(All, 3, 4096);
  if (One.Data != Three.Data || One.Failed != Three.Failed ||
      One.GaveUp != Three.GaveUp || One.Code != Three.Code ||
      One.Offset != Three.Offset)
    report_fatal_error("the result depends on the number of threads");
  if (Mode != 0 && Flip == 0 && (One.Failed || One.Data != Payload))
    report_fatal_error("not what was compressed");
  return 0;
}

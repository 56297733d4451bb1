//===- ChunkFeed.cpp - Where a window's chunks come from ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChunkFeed.h"
#include "Decoder.h"
#include <thread>

using namespace hprof;
using namespace hprof::stream;
using namespace llvm;

ChunkFeed::~ChunkFeed() = default;

namespace {
/// What a decoder pushes in its thread.
class DecodedFeed : public ChunkFeed {
public:
  DecodedFeed(RawInput &In, Compression Kind, const SourceOptions &Options)
      : In(In), Thread([this, Kind, &Options] {
          Queue.finish(Decoder::create(Kind, Options)->run(this->In, Queue));
        }) {}
  ~DecodedFeed() override {
    Queue.close();
    In.stop();
    Thread.join();
  }
  bool pop(Chunk &C) override { return Queue.pop(C); }
  void recycle(Chunk C) override { Queue.recycle(std::move(C)); }
  Error takeError() override { return Queue.takeError(); }

private:
  // Few enough that a compressed stream costs a few MiB, enough that neither
  // side waits for the other all the time.
  static constexpr size_t QueueLimit = 4;

  RawInput &In;
  ChunkQueue Queue{QueueLimit};
  std::thread Thread; ///< Last, so that all else is there when it starts.
};

/// What is read when it is asked for.
class FileFeed : public ChunkFeed {
public:
  explicit FileFeed(RawInput &In) : In(In) {}

  bool pop(Chunk &C) override {
    C = std::exchange(Spare, Chunk());
    C.reserve(ChunkSize);
    C.Size = In.read(C.rest());
    return C.Size != 0;
  }
  void recycle(Chunk C) override {
    if (C.capacity())
      Spare = std::move(C);
  }
  Error takeError() override {
    if (std::exchange(WasTold, true))
      return Error::success();
    return In.takeError(In.offset());
  }

private:
  RawInput &In;
  Chunk Spare;
  bool WasTold = false;
};
} // namespace

std::unique_ptr<ChunkFeed> ChunkFeed::create(RawInput &In, Compression Kind,
                                             const SourceOptions &Options) {
  if (Kind == Compression::None && In.isRewindable())
    return std::make_unique<FileFeed>(In);
  return std::make_unique<DecodedFeed>(In, Kind, Options);
}

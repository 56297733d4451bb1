//===- ChunkFeed.cpp - Supplies chunks to a window ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChunkFeed.h"
#include "Decoder.h"
#include "hprof/Format/Base/Error.h"
#include "hprof/Format/Parallel/Thread.h"

using namespace hprof;
using namespace hprof::stream;
using namespace llvm;

ChunkFeed::~ChunkFeed() = default;

namespace {
/// Chunks pushed by a decoder on its thread.
class DecodedFeed : public ChunkFeed {
public:
  explicit DecodedFeed(RawInput &In) : In(In) {}
  ~DecodedFeed() override {
    if (!Worker.isJoinable())
      return;
    Queue.close();
    In.stop();
    Worker.join();
  }
  /// Starts the decoder. Returns false if the system has no thread for it.
  bool start(Compression Kind, const SourceOptions &Options) {
    return Worker.start([this, Kind, &Options] {
      Queue.finish(Decoder::create(Kind, Options)->run(In, Queue));
    });
  }
  /// Ends the feed with an error before the decoder has started.
  void fail(Error Why) { Queue.finish(std::move(Why)); }
  bool pop(Chunk &C) override { return Queue.pop(C); }
  void recycle(Chunk C) override { Queue.recycle(std::move(C)); }
  Error takeError() override { return Queue.takeError(); }

private:
  // Small enough that a compressed stream costs a few MiB, large enough that
  // the two sides rarely wait for each other.
  static constexpr size_t QueueLimit = 4;

  RawInput &In;
  ChunkQueue Queue{QueueLimit};
  Thread Worker; ///< Last, so that all other members exist while it runs.
};

/// Reads chunks on demand.
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
  auto Feed = std::make_unique<DecodedFeed>(In);
  if (Feed->start(Kind, Options))
    return Feed;
  if (Kind == Compression::None)
    return std::make_unique<FileFeed>(In);
  // Decoders require a thread: they push, and a stream may exceed memory.
  Feed->fail(make_error<FormatError>(
      format_errc::io, 0, "cannot create a thread for decompression"));
  return Feed;
}

//===- DecodedSource.cpp - A window over decoded chunks -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChunkFeed.h"
#include "Decoder.h"
#include "hprof/Format/Error.h"
#include "llvm/Support/ErrorHandling.h"
#include <cassert>
#include <cstring>

using namespace hprof;
using namespace hprof::stream;
using namespace llvm;

namespace {
class DecodedSource : public Source {
public:
  DecodedSource(StringRef Name, Compression Kind, std::unique_ptr<RawInput> In,
                const SourceOptions &Options)
      : Source(Name, Kind), In(std::move(In)), Options(Options) {}

  ArrayRef<uint8_t> peek(size_t Want) override {
    if (Window.size() < Want && !Ended)
      refill(Want);
    return Window;
  }
  void consume(size_t N) override {
    assert(N <= Window.size() && "consumed more than was peeked");
    Window = Window.drop_front(N);
    Offset += N;
  }
  Error takeError() override {
    if (!Ended || !Feed)
      return Error::success();
    return Feed->takeError();
  }
  bool isRewindable() const override { return In->isRewindable(); }
  Error rewind() override;
  Expected<std::unique_ptr<Source>> reopen() const override {
    if (!isRewindable())
      return Source::reopen();
    return createDecodedSource(name(), compression(), In->reopen(), Options);
  }
  uint64_t rawOffset() const override { return In->offset(); }
  uint64_t rawSize() const override { return In->size(); }

private:
  void refill(size_t Want);
  void stitch(Chunk Next, size_t Want);

  std::unique_ptr<RawInput> In;
  SourceOptions Options;
  std::unique_ptr<ChunkFeed> Feed; ///< Goes before what it reads from.
  Chunk Current;
  Chunk Stitched; // Holds the window when it is larger than the headroom.
  bool IsStitched = false;
  ArrayRef<uint8_t> Window;
  bool Ended = false;
};
} // namespace

Error DecodedSource::rewind() {
  if (!isRewindable())
    return Source::rewind();
  Feed.reset();
  Window = {};
  Ended = IsStitched = false;
  Current = Chunk();
  Stitched = Chunk();
  Offset = 0;
  if (In->rewind())
    return Error::success();
  Ended = true;
  return In->takeError(0);
}

void DecodedSource::refill(size_t Want) {
  if (!Feed)
    Feed = ChunkFeed::create(*In, compression(), Options);
  while (Window.size() < Want) {
    Chunk Next;
    if (!Feed->pop(Next)) {
      Ended = true;
      return;
    }
    if (Window.size() > Chunk::Headroom) {
      stitch(std::move(Next), Want);
      continue;
    }
    uint8_t *To = Next.data() - Window.size();
    if (!Window.empty())
      memcpy(To, Window.data(), Window.size());
    Window = {To, Window.size() + Next.Size};
    if (IsStitched)
      Stitched = Chunk();
    IsStitched = false;
    Feed->recycle(std::exchange(Current, std::move(Next)));
  }
}

/// Appends \p Next to a window that no headroom can take.
void DecodedSource::stitch(Chunk Next, size_t Want) {
  size_t Size = Window.size() + Next.Size;
  if (!IsStitched || Stitched.rest().size() < Next.Size) {
    Chunk Grown;
    Grown.reserve(std::max(Size, Want + Next.Size));
    memcpy(Grown.data(), Window.data(), Window.size());
    Grown.Size = Window.size();
    Stitched = std::move(Grown);
    IsStitched = true;
    Feed->recycle(std::exchange(Current, Chunk()));
  }
  memcpy(Stitched.rest().data(), Next.data(), Next.Size);
  Stitched.Size += Next.Size;
  Window = {Stitched.data() + Stitched.Size - Size, Size};
  Feed->recycle(std::move(Next));
}

std::unique_ptr<Source>
stream::createDecodedSource(StringRef Name, Compression Kind,
                            std::unique_ptr<RawInput> In,
                            const SourceOptions &Options) {
  return std::make_unique<DecodedSource>(Name, Kind, std::move(In), Options);
}

namespace {
/// Reads ahead and changes nothing.
class PlainDecoder : public Decoder {
public:
  Error run(RawInput &In, ChunkQueue &Out) override {
    while (true) {
      Chunk C = Out.take(ChunkSize);
      C.Size = In.read(C.rest());
      if (!C.Size)
        return In.takeError(Out.pushed());
      if (!Out.push(std::move(C)))
        return Error::success();
    }
  }
};
} // namespace

Decoder::~Decoder() = default;

Compression Decoder::detect(ArrayRef<uint8_t> Start) {
  // RFC 1952 2.3.1: magic, then method 8 (deflate).
  if (Start.size() >= 3 && Start[0] == 0x1f && Start[1] == 0x8b &&
      Start[2] == 8)
    return Compression::Gzip;
  if (Start.size() < 4)
    return Compression::None;
  // RFC 8878 3.1.1 and 3.1.2: a frame, or one to be skipped.
  uint32_t Magic = Start[0] | Start[1] << 8 | Start[2] << 16 |
                   static_cast<uint32_t>(Start[3]) << 24;
  if (Magic == 0xFD2FB528 || (Magic & 0xFFFFFFF0) == 0x184D2A50)
    return Compression::Zstd;
  return Compression::None;
}

std::unique_ptr<Decoder> Decoder::create(Compression Kind,
                                         const SourceOptions &Options) {
  switch (Kind) {
  case Compression::None:
    return std::make_unique<PlainDecoder>();
  case Compression::Gzip:
    return createGzipDecoder(Options);
  case Compression::Zstd:
    return createZstdDecoder(Options);
  }
  llvm_unreachable("unhandled Compression");
}

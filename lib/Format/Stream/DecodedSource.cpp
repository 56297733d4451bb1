//===- DecodedSource.cpp - A window over a file or pipe -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Decoder.h"
#include "FeedSource.h"
#include "hprof/Format/Base/Error.h"
#include "llvm/Support/ErrorHandling.h"

using namespace hprof;
using namespace hprof::stream;
using namespace llvm;

namespace {
class DecodedSource : public FeedSource {
public:
  DecodedSource(StringRef Name, Compression Kind, std::unique_ptr<RawInput> In,
                const SourceOptions &Options)
      : FeedSource(Name, Kind), In(std::move(In)), Options(Options) {}
  ~DecodedSource() override { reset(); }

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
  std::unique_ptr<ChunkFeed> makeFeed() override {
    return ChunkFeed::create(*In, compression(), Options);
  }

  std::unique_ptr<RawInput> In;
  SourceOptions Options;
};
} // namespace

Error DecodedSource::rewind() {
  if (!isRewindable())
    return Source::rewind();
  reset();
  if (In->rewind())
    return Error::success();
  end();
  return In->takeError(0);
}

std::unique_ptr<Source>
stream::createDecodedSource(StringRef Name, Compression Kind,
                            std::unique_ptr<RawInput> In,
                            const SourceOptions &Options) {
  return std::make_unique<DecodedSource>(Name, Kind, std::move(In), Options);
}

namespace {
/// Reads ahead without decoding.
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

/// Whether \p Start has four printable ASCII characters in UTF-16, with the
/// nonzero bytes at \p Low, 0 or 1.
static bool isAsciiIn(ArrayRef<uint8_t> Start, size_t Low) {
  constexpr size_t Units = 4;
  if (Start.size() < 2 * Units)
    return false;
  for (size_t I = 0; I != 2 * Units; I += 2) {
    const uint8_t C = Start[I + Low];
    if (Start[I + 1 - Low] ||
        (C != '\n' && C != '\r' && (C < 0x20 || C > 0x7e)))
      return false;
  }
  return true;
}

Compression Decoder::detect(ArrayRef<uint8_t> Start) {
  // RFC 1952 2.3.1: magic, then method 8 (deflate).
  if (Start.size() >= 3 && Start[0] == 0x1f && Start[1] == 0x8b &&
      Start[2] == 8)
    return Compression::Gzip;
  if (Start.size() < 4)
    return Compression::None;
  // RFC 8878 3.1.1 and 3.1.2: a frame, or a skippable frame.
  uint32_t Magic = Start[0] | Start[1] << 8 | Start[2] << 16 |
                   static_cast<uint32_t>(Start[3]) << 24;
  if (Magic == 0xFD2FB528 || (Magic & 0xFFFFFFF0) == 0x184D2A50)
    return Compression::Zstd;
  // A byte order mark and an ASCII character.
  const bool IsLittle = Start[0] == 0xff && Start[1] == 0xfe;
  const bool IsBig = Start[0] == 0xfe && Start[1] == 0xff;
  if ((IsLittle && Start[2] && !Start[3]) || (IsBig && !Start[2] && Start[3]))
    return Compression::Utf16;
  // Some editors and log viewers omit the mark.
  if (isAsciiIn(Start, 0) || isAsciiIn(Start, 1))
    return Compression::Utf16;
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
  case Compression::Utf16:
    return createUtf16Decoder();
  }
  llvm_unreachable("unhandled Compression");
}

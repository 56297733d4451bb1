//===- GzipDecoder.cpp - Reads gzip members -------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A gzip file is a concatenation of members. HotSpot's heap dumper writes one
/// per MiB of the dump (heapDumperCompression.cpp), so they are inflated in
/// parallel, ahead of being known to be members: the file is cut at what looks
/// like boundaries, workers inflate the pieces, and a piece counts only if the
/// one before it ended exactly where it starts. Whatever is not confirmed so
/// (a false boundary, a large or a damaged member) is inflated again as a
/// stream, which alone decides what is damage and what came before it.
///
//===----------------------------------------------------------------------===//

#include "Decoder.h"
#include "GzipPiece.h"
#include "hprof/Format/Error.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Threading.h"
#include <algorithm>
#include <climits>
#include <zlib.h>

using namespace hprof;
using namespace hprof::stream;
using namespace llvm;

namespace {
class GzipDecoder : public Decoder {
public:
  explicit GzipDecoder(const SourceOptions &Options);
  ~GzipDecoder() override { inflateEnd(&Stream); }
  Error run(RawInput &In, ChunkQueue &Out) override;

private:
  enum class Step { Continue, Stop };

  Step inflatePieces(RawWindow &Raw, ChunkQueue &Out);
  void postPieces(RawWindow &Raw, ChunkQueue &Out);
  void takeBack(RawWindow &Raw, const GzipPiece &Head);
  Expected<Step> inflateMember(RawWindow &Raw, ChunkQueue &Out);
  bool flush(ChunkQueue &Out);
  Error damage(format_errc Code, ChunkQueue &Out, const Twine &What);

  // Pieces are a few MiB at the most; more workers than this outrun any reader.
  static constexpr unsigned MaxThreads = 8;

  OrderedJobs Jobs;
  unsigned MaxJobs;
  std::vector<std::unique_ptr<GzipPiece>> Spare;
  z_stream Stream = {};
  Chunk Pending; // Streamed bytes not yet pushed.
  // How many members to inflate as a stream before guessing again, and how many
  // it will be after the next wrong guess: a file full of false boundaries
  // costs little more than one without true ones.
  unsigned Holdoff = 0, Penalty = 0;
};
} // namespace

static unsigned threadCount(const SourceOptions &Options, unsigned Most) {
  unsigned N = Options.Threads ? Options.Threads
                               : hardware_concurrency().compute_thread_count();
  return std::min(N, Most);
}

GzipDecoder::GzipDecoder(const SourceOptions &Options)
    : Jobs(threadCount(Options, MaxThreads)) {
  unsigned Threads = threadCount(Options, MaxThreads);
  MaxJobs = Threads == 1 ? 1 : Threads + 2;
  // 15: the largest window; 16: a gzip header and trailer, both checked.
  inflateInit2(&Stream, 15 + 16);
}

bool GzipDecoder::flush(ChunkQueue &Out) {
  return !Pending.Size || Out.push(std::exchange(Pending, Chunk()));
}

Error GzipDecoder::damage(format_errc Code, ChunkQueue &Out,
                          const Twine &What) {
  (void)flush(Out); // When nobody reads, nobody asks for the error either.
  return make_error<FormatError>(Code, Out.pushed(), What);
}

Error GzipDecoder::run(RawInput &In, ChunkQueue &Out) {
  RawWindow Raw(In);
  while (true) {
    ArrayRef<uint8_t> W = Raw.peek(2);
    if (W.empty())
      break;
    if (W[0] == 0) {
      // Padding, of tapes and block devices: no member may follow it.
      const uint8_t *NonZero =
          std::find_if(W.begin(), W.end(), [](uint8_t B) { return B != 0; });
      Raw.consume(size_t(NonZero - W.begin()));
      if (NonZero != W.end())
        return damage(format_errc::bad_compression, Out,
                      "not a gzip member at raw offset 0x" +
                          Twine::utohexstr(Raw.offset()) +
                          ", after zero padding");
      continue;
    }
    if (W[0] != 0x1f || (W.size() > 1 && W[1] != 0x8b))
      return damage(format_errc::bad_compression, Out,
                    "not a gzip member at raw offset 0x" +
                        Twine::utohexstr(Raw.offset()) +
                        ": expected 1f 8b or the end of the file");
    if (!Holdoff && inflatePieces(Raw, Out) == Step::Stop)
      return Error::success();
    if (Raw.peek(1).empty() || Raw.peek(1)[0] != 0x1f)
      continue;
    Expected<Step> Next = inflateMember(Raw, Out);
    if (!Next)
      return Next.takeError();
    if (*Next == Step::Stop)
      return Error::success();
  }
  if (!flush(Out))
    return Error::success();
  return In.takeError(Out.pushed());
}

/// Keeps all workers busy as long as there are boundaries ahead.
void GzipDecoder::postPieces(RawWindow &Raw, ChunkQueue &Out) {
  while (Jobs.size() < MaxJobs) {
    ArrayRef<uint8_t> W = Raw.peek(GzipPieceLimits::Input);
    bool IsEnd = W.size() < GzipPieceLimits::Input;
    GzipCut Cut = findGzipCut(W.take_front(GzipPieceLimits::Input), IsEnd);
    if (!Cut.Input)
      return;
    if (Spare.empty())
      Spare.push_back(std::make_unique<GzipPiece>());
    std::unique_ptr<GzipPiece> Piece = std::move(Spare.back());
    Spare.pop_back();
    Piece->In.assign(W.begin(), W.begin() + Cut.Input);
    Piece->OutLimit = Cut.Output;
    Piece->Out = Out.take(std::max<size_t>(Cut.Output, 1));
    Raw.consume(Cut.Input);
    Jobs.post(std::move(Piece));
  }
}

/// Inflates pieces until one is not confirmed or no boundary is ahead.
GzipDecoder::Step GzipDecoder::inflatePieces(RawWindow &Raw, ChunkQueue &Out) {
  if (!flush(Out))
    return Step::Stop;
  while (true) {
    postPieces(Raw, Out);
    if (!Jobs.size())
      return Step::Continue;
    std::unique_ptr<GzipPiece> Head(
        static_cast<GzipPiece *>(Jobs.next().release()));
    Chunk Inflated = std::exchange(Head->Out, Chunk());
    if (!Inflated.Size)
      Out.recycle(std::move(Inflated));
    else if (!Out.push(std::move(Inflated)))
      return Step::Stop;
    if (Head->Used != Head->In.size()) {
      takeBack(Raw, *Head);
      Spare.push_back(std::move(Head));
      Holdoff = Penalty = std::min(2 * Penalty + 1, 1023u);
      return Step::Continue;
    }
    Penalty /= 2;
    Spare.push_back(std::move(Head));
  }
}

/// Undoes what was cut off behind the last confirmed byte.
void GzipDecoder::takeBack(RawWindow &Raw, const GzipPiece &Head) {
  std::vector<uint8_t> Bytes(Head.In.begin() + Head.Used, Head.In.end());
  while (Jobs.size()) {
    std::unique_ptr<GzipPiece> J(
        static_cast<GzipPiece *>(Jobs.next().release()));
    Bytes.insert(Bytes.end(), J->In.begin(), J->In.end());
    J->Out = Chunk();
    Spare.push_back(std::move(J));
  }
  Raw.unread(Bytes);
}

/// Inflates one member of any size, piece by piece.
Expected<GzipDecoder::Step> GzipDecoder::inflateMember(RawWindow &Raw,
                                                       ChunkQueue &Out) {
  uint64_t Start = Raw.offset();
  auto Where = [&] {
    return "the gzip member at raw offset 0x" + utohexstr(Start);
  };
  while (true) {
    if (Pending.Size == Pending.capacity()) {
      if (!flush(Out))
        return Step::Stop;
      Pending = Out.take(1 << 18);
    }
    ArrayRef<uint8_t> W = Raw.peek(1).take_front(1 << 30);
    Stream.next_in = const_cast<uint8_t *>(W.data());
    Stream.avail_in = uInt(W.size());
    Stream.next_out = Pending.rest().data();
    Stream.avail_out = uInt(Pending.rest().size());
    int Result = inflate(&Stream, Z_NO_FLUSH);
    Raw.consume(W.size() - Stream.avail_in);
    size_t Got = Pending.rest().size() - Stream.avail_out;
    Pending.Size += Got;
    if (Result == Z_STREAM_END) {
      inflateReset(&Stream);
      if (Holdoff)
        --Holdoff;
      return Step::Continue;
    }
    if (Result == Z_DATA_ERROR || Result == Z_NEED_DICT)
      return damage(format_errc::bad_compression, Out,
                    Where() + ": " + (Stream.msg ? Stream.msg : "damaged") +
                        " near raw offset 0x" + Twine::utohexstr(Raw.offset()));
    if (Result == Z_MEM_ERROR)
      return damage(format_errc::io, Out, Where() + ": out of memory");
    if (!W.empty() || Got)
      continue;
    if (!flush(Out))
      return Step::Stop;
    if (Error E = Raw.input().takeError(Out.pushed()))
      return E;
    return damage(format_errc::truncated, Out,
                  Where() + " is cut at raw offset 0x" +
                      Twine::utohexstr(Raw.offset()));
  }
}

std::unique_ptr<Decoder>
stream::createGzipDecoder(const SourceOptions &Options) {
  return std::make_unique<GzipDecoder>(Options);
}

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
/// parallel, speculatively: the file is split at apparent boundaries, workers
/// inflate the pieces, and a piece is accepted only if the previous one ended
/// exactly at its start. Anything that is not confirmed in this way (a false
/// boundary, a large or damaged member) is inflated again as a stream. Only the
/// stream determines where damage is and which contents precede it.
///
//===----------------------------------------------------------------------===//

#include "Decoder.h"
#include "GzipPiece.h"
#include "hprof/Format/Base/Error.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/Threading.h"
#include <algorithm>
#include <libdeflate.h>
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
  struct Progress {
    int Result;    ///< Result of inflate().
    size_t Made;   ///< Number of output bytes.
    bool HadInput; ///< Whether any input was left.
  };
  Progress inflateSome(RawWindow &Raw);
  const char *checkTrailer() const;
  bool flush(ChunkQueue &Out);
  Error damage(format_errc Code, ChunkQueue &Out, const Twine &What);

  // Pieces are at most a few MiB long; more workers than this outrun any
  // reader.
  static constexpr unsigned MaxThreads = 8;

  OrderedJobs Jobs;
  unsigned MaxJobs;
  std::vector<std::unique_ptr<GzipPiece>> Spare;
  z_stream Stream = {};
  bool IsReady;  ///< Whether there was enough memory for Stream.
  Chunk Pending; // Streamed bytes not yet pushed.
  // State of the streamed member. zlib's own checksum takes a fifth of its
  // time, libdeflate's almost none.
  uint32_t Checksum = 0;
  uint64_t MemberSize = 0;
  uint8_t Trailer[8] = {}; // Last bytes of the member's input.
  // Number of members to inflate as a stream before guessing again, and number
  // after the next wrong guess: a file full of false boundaries costs little
  // more than one without true ones.
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
  // 15: the largest window; 16: a gzip header and trailer, not checked.
  IsReady = inflateInit2(&Stream, 15 + 16) == Z_OK;
  inflateValidate(&Stream, 0);
}

bool GzipDecoder::flush(ChunkQueue &Out) {
  return !Pending.Size || Out.push(std::exchange(Pending, Chunk()));
}

Error GzipDecoder::damage(format_errc Code, ChunkQueue &Out,
                          const Twine &What) {
  (void)flush(Out); // If the queue is closed, nobody reads the error either.
  return make_error<FormatError>(Code, Out.pushed(), What);
}

Error GzipDecoder::run(RawInput &In, ChunkQueue &Out) {
  if (!IsReady)
    return errorCodeToError(std::make_error_code(std::errc::not_enough_memory));
  RawWindow Raw(In);
  while (true) {
    ArrayRef<uint8_t> W = Raw.peek(2);
    if (W.empty())
      break;
    if (W[0] == 0) {
      // Padding from tapes and block devices: no member may follow it.
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

/// Undoes the split after the last confirmed byte.
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

/// Passes the available input and room to inflate().
GzipDecoder::Progress GzipDecoder::inflateSome(RawWindow &Raw) {
  // zlib counts in 32 bits.
  ArrayRef<uint8_t> W = Raw.peek(1).take_front(1 << 30);
  MutableArrayRef<uint8_t> Room = Pending.rest();
  Stream.next_in = const_cast<uint8_t *>(W.data());
  Stream.avail_in = uInt(W.size());
  Stream.next_out = Room.data();
  Stream.avail_out = uInt(Room.size());
  Progress P;
  P.Result = inflate(&Stream, Z_NO_FLUSH);
  size_t Taken = W.size() - Stream.avail_in;
  size_t Kept = std::min(Taken, sizeof(Trailer));
  memmove(Trailer, Trailer + Kept, sizeof(Trailer) - Kept);
  memcpy(Trailer + sizeof(Trailer) - Kept, W.data() + Taken - Kept, Kept);
  Raw.consume(Taken);
  P.Made = Room.size() - Stream.avail_out;
  Checksum = libdeflate_crc32(Checksum, Room.data(), P.Made);
  MemberSize += P.Made;
  Pending.Size += P.Made;
  P.HadInput = !W.empty();
  return P;
}

/// Compares the output with the trailer; returns null if they match.
const char *GzipDecoder::checkTrailer() const {
  if (support::endian::read32le(Trailer) != Checksum)
    return "incorrect data check";
  if (support::endian::read32le(Trailer + 4) != uint32_t(MemberSize))
    return "incorrect length check";
  return nullptr;
}

/// Inflates one member of any size, piece by piece.
Expected<GzipDecoder::Step> GzipDecoder::inflateMember(RawWindow &Raw,
                                                       ChunkQueue &Out) {
  std::string Where =
      "the gzip member at raw offset 0x" + utohexstr(Raw.offset());
  Checksum = 0;
  MemberSize = 0;
  inflateReset(&Stream);
  while (true) {
    if (Pending.Size == Pending.capacity()) {
      if (!flush(Out))
        return Step::Stop;
      Pending = Out.take(ChunkSize);
    }
    Progress P = inflateSome(Raw);
    const char *Fault = nullptr;
    if (P.Result == Z_STREAM_END) {
      if (Holdoff)
        --Holdoff;
      Fault = checkTrailer();
      if (!Fault)
        return Step::Continue;
    } else if (P.Result == Z_MEM_ERROR) {
      return damage(format_errc::io, Out, Where + ": out of memory");
    } else if (P.Result == Z_DATA_ERROR || P.Result == Z_NEED_DICT) {
      Fault = Stream.msg ? Stream.msg : "damaged";
    }
    if (Fault)
      return damage(format_errc::bad_compression, Out,
                    Where + ": " + Fault + " near raw offset 0x" +
                        Twine::utohexstr(Raw.offset()));
    if (P.HadInput || P.Made)
      continue;
    if (!flush(Out))
      return Step::Stop;
    if (Error E = Raw.input().takeError(Out.pushed()))
      return E;
    return damage(format_errc::truncated, Out,
                  Where + " is truncated at raw offset 0x" +
                      Twine::utohexstr(Raw.offset()));
  }
}

std::unique_ptr<Decoder>
stream::createGzipDecoder(const SourceOptions &Options) {
  return std::make_unique<GzipDecoder>(Options);
}

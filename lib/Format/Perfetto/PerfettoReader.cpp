//===- PerfettoReader.cpp - Reads Perfetto heap graphs --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Perfetto/PerfettoReader.h"
#include "GraphRecords.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Format/Base/Identify.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include <zlib.h>
#include <zstd.h>

using namespace hprof;
using namespace hprof::perfetto;
using namespace llvm;

/// Maximum size of a tag and a length.
static constexpr size_t MaxPrefix = 20;

/// Whether \p Packet, which may be truncated, consists of fields. Sets
/// \p IsPacket if it contains a field typical of trace packets.
static bool looksLikePacket(ArrayRef<uint8_t> Packet, bool IsCut,
                            bool &IsPacket) {
  constexpr uint32_t LargestField = 4096;
  WireFields F(Packet);
  while (F.next()) {
    if (F.field() > LargestField)
      return false;
    const bool IsKnown = F.isNumber() ? F.field() == Packet_Timestamp ||
                                            F.field() == Packet_Sequence
                                      : F.field() == Packet_Compressed ||
                                            F.field() == Packet_ZstdCompressed;
    IsPacket |= IsKnown;
  }
  return IsCut || !F.isBroken();
}

bool hprof::looksLikePerfetto(StringRef Head) {
  ArrayRef<uint8_t> Left = arrayRefFromStringRef(Head);
  bool IsPacket = false;
  for (unsigned Packets = 0; Packets != 64 && !Left.empty(); ++Packets) {
    uint64_t Tag, Size;
    if (!takeVarint(Left, Tag))
      break;
    if (Tag != (Trace_Packet << 3 | 2))
      return false;
    if (!takeVarint(Left, Size))
      break;
    const bool IsCut = Size > Left.size();
    const ArrayRef<uint8_t> Packet = IsCut ? Left : Left.take_front(Size);
    if (!looksLikePacket(Packet, IsCut, IsPacket))
      return false;
    Left = Left.drop_front(Packet.size());
  }
  return IsPacket;
}

namespace {
class Reader {
public:
  Reader(Source &In, RecordVisitor &V, const PerfettoReaderOptions &Options)
      : In(In), V(V), Options(Options) {}
  Error run();

private:
  bool readField();
  void packets(ArrayRef<uint8_t> Trace, bool IsCut);
  void packet(ArrayRef<uint8_t> Packet, bool IsInner, bool IsCut);
  void graph(uint64_t Sequence, ArrayRef<uint8_t> Message, bool IsCut);
  void compressed(ArrayRef<uint8_t> Bytes, bool IsZstd, bool IsCut);
  bool inflate(ArrayRef<uint8_t> Bytes, SmallVectorImpl<uint8_t> &Out);
  bool unpackZstd(ArrayRef<uint8_t> Bytes, SmallVectorImpl<uint8_t> &Out);
  void damage(format_errc Code, const Twine &What) {
    if (Options.OnDamage)
      Options.OnDamage({Code, Start, What.str()});
  }
  void broken(const Twine &What) {
    if (!NumBroken++)
      damage(format_errc::bad_value, What);
  }
  void tellBadIds(const HeapGraph::BadIds &Ids, StringRef One,
                  StringRef Several);
  void tellFaults();

  Source &In;
  RecordVisitor &V;
  const PerfettoReaderOptions &Options;
  uint64_t Start = 0; ///< Offset of the packet.
  HeapGraph Graph;
  Mappings Names;
  std::optional<uint64_t> Sequence; ///< The sequence of Graph's packets.
  bool IsDone = false;
  std::optional<uint64_t> CutPacket; ///< Offset of the truncated packet.
  DenseSet<IdKey> OtherSequences;    ///< Sequences of other, unfinished graphs.
  uint64_t OtherGraphs = 0, EmptyGraphs = 0, NumBroken = 0;
};
} // namespace

//===----------------------------------------------------------------------===//
// Packets
//===----------------------------------------------------------------------===//

/// Reads a field of the trace; returns false at the end.
bool Reader::readField() {
  Start = In.offset();
  ArrayRef<uint8_t> Head = In.peek(MaxPrefix);
  if (Head.empty())
    return false;
  // Windows may be larger than requested.
  const size_t Most = std::min(Head.size(), MaxPrefix);
  ArrayRef<uint8_t> Left = Head.take_front(Most);
  uint64_t Tag, Size;
  if (!takeVarint(Left, Tag) || (Tag & 7) != 2 || !takeVarint(Left, Size)) {
    damage(Most < MaxPrefix ? format_errc::truncated : format_errc::bad_value,
           "expected a packet");
    return false;
  }
  In.consume(Most - Left.size());
  if (Size > Options.MaxPacket) {
    damage(format_errc::bad_length, "skipped a packet of " + Twine(Size) +
                                        " bytes, expected at most " +
                                        Twine(Options.MaxPacket));
    return In.skip(Size) == Size;
  }
  const ArrayRef<uint8_t> Packet = In.peek(size_t(Size));
  if (Packet.size() < Size) {
    damage(format_errc::truncated, "the input ends inside the packet");
    CutPacket = Start;
    if (Tag >> 3 == Trace_Packet)
      packet(Packet, /*IsInner=*/false, /*IsCut=*/true);
    In.skip(Size);
    return false;
  }
  if (Tag >> 3 == Trace_Packet)
    packet(Packet.take_front(size_t(Size)), /*IsInner=*/false,
           /*IsCut=*/false);
  In.consume(size_t(Size));
  return true;
}

/// Reads the packets contained in a compressed packet.
void Reader::packets(ArrayRef<uint8_t> Trace, bool IsCut) {
  WireFields T(Trace, IsCut);
  while (T.next())
    if (T.field() == Trace_Packet && T.isBytes())
      packet(T.bytes(), /*IsInner=*/true, T.isBroken());
  if (T.isBroken() && !IsCut)
    broken("a compressed packet is not a sequence of packets");
}

void Reader::packet(ArrayRef<uint8_t> Packet, bool IsInner, bool IsCut) {
  // The sequence may follow the graph, and be truncated.
  uint64_t Of = IsCut ? Sequence.value_or(0) : 0;
  SmallVector<ArrayRef<uint8_t>, 1> Graphs;
  WireFields P(Packet, IsCut);
  while (P.next())
    switch (P.field()) {
    case Packet_Sequence:
      Of = P.number();
      break;
    case Packet_HeapGraph:
      if (P.isBytes())
        Graphs.push_back(P.bytes());
      break;
    case Packet_Mapping:
      if (!Names.add(P.bytes()) && !IsCut)
        broken("a damaged name mapping");
      break;
    case Packet_Compressed:
    case Packet_ZstdCompressed:
      if (IsInner)
        broken("a compressed packet in a compressed packet");
      else
        compressed(P.bytes(), P.field() == Packet_ZstdCompressed, P.isBroken());
      break;
    }
  if (P.isBroken() && !IsCut)
    broken("a damaged packet");
  for (ArrayRef<uint8_t> Message : Graphs)
    graph(Of, Message, IsCut && P.isBroken());
}

void Reader::graph(uint64_t Of, ArrayRef<uint8_t> Message, bool IsCut) {
  // Do not begin in the middle of another graph.
  if (!Sequence && !OtherSequences.contains(Of))
    Sequence = Of;
  if (IsDone || Of != Sequence) {
    // Other graphs are only counted.
    HeapGraph Other;
    Other.add(Message, Start);
    if (OtherSequences.insert(Of).second)
      ++OtherGraphs;
    if (!Other.isContinued())
      OtherSequences.erase(Of);
    return;
  }
  if (!Graph.add(Message, Start) && !IsCut)
    broken("a damaged heap graph; part of it is dropped");
  if (IsCut)
    Graph.cut();
  IsDone = !Graph.isContinued();
  // The process may have exited. A later graph may contain objects.
  if (IsDone && Graph.Objects.empty()) {
    ++EmptyGraphs;
    Graph = HeapGraph();
    Sequence.reset();
    IsDone = false;
  }
}

//===----------------------------------------------------------------------===//
// Compressed packets
//===----------------------------------------------------------------------===//

bool Reader::inflate(ArrayRef<uint8_t> Bytes, SmallVectorImpl<uint8_t> &Out) {
  z_stream Z = {};
  if (Bytes.size() > UINT32_MAX || inflateInit(&Z) != Z_OK)
    return false;
  Z.next_in = const_cast<uint8_t *>(Bytes.data());
  Z.avail_in = uInt(Bytes.size());
  int Result = Z_OK;
  constexpr size_t Step = 1 << 20;
  while (Result == Z_OK && Out.size() <= Options.MaxPacket) {
    const size_t Done = Out.size();
    Out.resize_for_overwrite(Done + Step);
    Z.next_out = Out.data() + Done;
    Z.avail_out = Step;
    Result = ::inflate(&Z, Z_NO_FLUSH);
    Out.truncate(Done + Step - Z.avail_out);
    if (Result == Z_OK && Z.avail_out)
      break; // More input is missing.
  }
  inflateEnd(&Z);
  return Result == Z_STREAM_END && Out.size() <= Options.MaxPacket;
}

bool Reader::unpackZstd(ArrayRef<uint8_t> Bytes,
                        SmallVectorImpl<uint8_t> &Out) {
  std::unique_ptr<ZSTD_DCtx, size_t (*)(ZSTD_DCtx *)> Z(ZSTD_createDCtx(),
                                                        ZSTD_freeDCtx);
  if (!Z)
    return false;
  ZSTD_inBuffer From = {Bytes.data(), Bytes.size(), 0};
  constexpr size_t Step = 1 << 20;
  while (Out.size() <= Options.MaxPacket) {
    const size_t Done = Out.size();
    Out.resize_for_overwrite(Done + Step);
    ZSTD_outBuffer To = {Out.data() + Done, Step, 0};
    const size_t Left = ZSTD_decompressStream(Z.get(), &To, &From);
    Out.truncate(Done + To.pos);
    if (ZSTD_isError(Left))
      return false;
    if (From.pos == From.size && To.pos < Step)
      return !Left && Out.size() <= Options.MaxPacket;
  }
  return false;
}

void Reader::compressed(ArrayRef<uint8_t> Bytes, bool IsZstd, bool IsCut) {
  SmallVector<uint8_t, 0> Trace;
  const bool IsWhole =
      IsZstd ? unpackZstd(Bytes, Trace) : inflate(Bytes, Trace);
  if (IsWhole || IsCut)
    return packets(Trace, IsCut);
  damage(format_errc::bad_compression,
         "a compressed packet is damaged, or larger than " +
             Twine(Options.MaxPacket) + " bytes");
}

//===----------------------------------------------------------------------===//
// The run
//===----------------------------------------------------------------------===//

void Reader::tellBadIds(const HeapGraph::BadIds &Ids, StringRef One,
                        StringRef Several) {
  if (!Ids.Count)
    return;
  Start = Ids.Offset;
  damage(format_errc::bad_value,
         counted(Ids.Count, One, Several) + "0x" + utohexstr(Ids.Id, true) +
             (Ids.Count == 1 ? ", and is dropped" : ", and are dropped"));
  Start = In.offset();
}

void Reader::tellFaults() {
  Start = In.offset();
  if (NumBroken > 1)
    damage(format_errc::bad_value,
           counted(NumBroken - 1, "more packet was", "more packets were") +
               " damaged");
  if (Graph.oddObjects())
    damage(format_errc::bad_value,
           counted(Graph.oddObjects(), "object has", "objects have") +
               " different numbers of fields and references; the references "
               "are dropped");
  if (std::optional<uint64_t> Index = Graph.missingPacket())
    damage(format_errc::missing_end,
           "packet " + Twine(*Index) + " of the heap graph is missing");
  tellBadIds(Graph.dropRepeated(), "object has the id of an earlier one, ",
             "objects have the ids of earlier ones, the first ");
  tellBadIds(Graph.impossibleObjects(),
             "object has an id that is not an address, ",
             "objects have ids that are not addresses, the first ");
  tellBadIds(Graph.impossibleReferences(),
             "reference is to an id that is not an address, ",
             "references are to ids that are not addresses, the first ");
  if (!IsDone)
    damage(format_errc::missing_end, "the end of the heap graph is missing");
  if (const uint64_t Others = OtherGraphs + EmptyGraphs)
    damage(format_errc::bad_value,
           counted(Others, "more heap graph is", "more heap graphs are") +
               " in the trace; the first one " +
               (EmptyGraphs ? "with objects " : "") + "is read");
}

Error Reader::run() {
  while (V.wantsMore() && readField())
    ;
  // Empty graphs are read only if there is nothing else.
  if (!Sequence && EmptyGraphs) {
    --EmptyGraphs;
    IsDone = true;
  } else if (!Sequence) {
    if (Error E = In.takeError())
      return E;
    if (CutPacket)
      return make_error<FormatError>(
          format_errc::truncated, *CutPacket,
          "the trace ends inside this packet, before any heap graph");
    return make_error<FormatError>(
        format_errc::not_a_dump, 0,
        "a trace without a heap graph; record one with the data source "
        "android.java_hprof");
  }
  tellFaults();
  sendGraph(Graph, Names, V, Options.OnDamage);
  return handleErrors(
      In.takeError(), [&](std::unique_ptr<FormatError> FE) -> Error {
        if (FE->code() == format_errc::io)
          return Error(std::move(FE));
        if (Options.OnDamage)
          Options.OnDamage({FE->code(), FE->offset(), FE->what()});
        return Error::success();
      });
}

Error hprof::readPerfetto(Source &In, RecordVisitor &V,
                          const PerfettoReaderOptions &Options) {
  return Reader(In, V, Options).run();
}

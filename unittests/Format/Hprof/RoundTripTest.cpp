//===- RoundTripTest.cpp - Round trips lose nothing -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Format/Hprof/HprofReader.h"
#include "hprof/Format/Hprof/HprofWriter.h"
#include "hprof/Format/Kit/Forward.h"
#include "hprof/Format/Kit/ListBuilder.h"
#include "hprof/Format/Yaml/YamlReader.h"
#include "hprof/Format/Yaml/YamlWriter.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"
#include <random>

using namespace hprof;
using namespace llvm;

namespace {

using Bytes = SmallVector<char, 0>;

ArrayRef<uint8_t> view(StringRef S) { return arrayRefFromStringRef(S); }
StringRef str(const Bytes &B) { return {B.data(), B.size()}; }

/// How to read and write a file.
struct Way {
  size_t Window = 0; ///< 0: the whole file, as when mapped.
  uint64_t MaxWhole = ReaderOptions::DefaultMaxWhole;
  bool LookAhead = true; ///< Collect the classes before writing YAML.
  bool CanPatch = true;  ///< Whether the sink of binary output can patch.
  bool InRuns = true;    ///< For sub-records, when binary is rewritten.
};

Error readHprof(StringRef File, const Way &W, RecordVisitor &V) {
  auto In = Source::fromMemory(view(File), "test", W.Window);
  ReaderOptions Options;
  Options.MaxWhole = W.MaxWhole;
  Options.ChunkSize = W.Window ? W.Window : Options.ChunkSize;
  Expected<HprofReader> Reader = HprofReader::create(*In, Options);
  if (!Reader)
    return Reader.takeError();
  return Reader->read(V);
}

/// A sink that cannot patch, like a pipe.
std::unique_ptr<Sink> pipeInto(raw_ostream &OS) { return Sink::toStream(OS); }

std::string rewrite(StringRef File, const Way &W,
                    Framing Mode = Framing::Preserve) {
  Bytes Out;
  raw_svector_ostream OS(Out);
  auto To = W.CanPatch ? Sink::toMemory(Out) : pipeInto(OS);
  HprofWriter Writer(*To, Mode);
  Forward Each(Writer); // Requests no runs, so records come one by one.
  RecordVisitor &First = W.InRuns ? static_cast<RecordVisitor &>(Writer) : Each;
  EXPECT_EQ(toString(readHprof(File, W, First)), "");
  EXPECT_EQ(toString(Writer.finish()), "");
  EXPECT_EQ(toString(To->finish()), "");
  return str(Out).str();
}

std::string toYaml(StringRef File, const Way &W) {
  Bytes Out;
  auto To = Sink::toMemory(Out);
  DumpContext Whole;
  YamlWriterOptions Options;
  Options.DocumentSize = 300; // Many documents.
  if (W.LookAhead) {
    DumpContext::Builder Build(Whole);
    EXPECT_EQ(toString(readHprof(File, W, Build)), "");
    Options.Whole = &Whole;
  }
  YamlWriter Writer(*To, Options);
  EXPECT_EQ(toString(readHprof(File, W, Writer)), "");
  cantFail(Writer.finish());
  EXPECT_EQ(toString(To->finish()), "");
  return str(Out).str();
}

Expected<std::string> fromYaml(StringRef Text, const Way &W) {
  auto In = Source::fromMemory(view(Text), "test", W.Window);
  Bytes Out;
  raw_svector_ostream OS(Out);
  auto To = W.CanPatch ? Sink::toMemory(Out) : pipeInto(OS);
  HprofWriter Writer(*To);
  if (Error E = readYaml(*In, Writer))
    return E;
  if (Error E = Writer.finish())
    return E;
  if (Error E = To->finish())
    return E;
  return str(Out).str();
}

void expectSame(StringRef Wanted, StringRef Found, StringRef Yaml) {
  if (Wanted == Found)
    return;
  size_t At = 0;
  while (At < std::min(Wanted.size(), Found.size()) && Wanted[At] == Found[At])
    ++At;
  ADD_FAILURE() << "differs at " << At << ", sizes " << Wanted.size() << " and "
                << Found.size() << "\n"
                << toHex(Wanted) << "\n"
                << Yaml.str();
}

/// Records in runs are written like single records.
void checkRuns(StringRef File, Way W = {}) {
  std::string InRuns = rewrite(File, W, Framing::Own);
  W.InRuns = false;
  expectSame(rewrite(File, W, Framing::Own), InRuns, "framed anew in runs");
  expectSame(File, rewrite(File, W), "rewritten one by one");
}

/// The laws: rewriting a file, and converting it to YAML and back, changes
/// nothing.
void checkLaws(StringRef File, const Way &W = {}) {
  expectSame(File, rewrite(File, W), "rewritten");
  checkRuns(File, W);
  std::string Yaml = toYaml(File, W);
  Expected<std::string> Back = fromYaml(Yaml, W);
  if (!Back)
    ADD_FAILURE() << toString(Back.takeError()) << "\n"
                  << toHex(File) << "\n"
                  << Yaml;
  else
    expectSame(File, *Back, Yaml);
}

std::string sample(unsigned IdSize) {
  std::string Yaml = "--- !hprof\nidSize: " + std::to_string(IdSize) + R"(
---
- controlSettings: {flags: 1, traceDepth: 2, time: 5}
- utf8: {id: 1, text: Foo}
- utf8: {id: 2, text: next}
- utf8: {id: 3, text: value}
- utf8: {id: 4, bytes: "\xFF"}
- loadClass: {classSerial: 1, class: 16, name: 1}
- loadClass: {classSerial: 2, class: 17, name: 2}
- stackFrame: {id: 1, method: 2, signature: 3, line: -1}
- stackTrace: {traceSerial: 1, threadSerial: 1, frames: [1, 2]}
- heapDumpSegment:
- instance: {object: 20, class: 17, fields: [value: int 5, next: object 21]}
- classDump: {class: 16, instanceSize: 4, statics: {2: object 17, 3: double 1.5}, fields: {2: object}}
- classDump: {class: 17, super: 16, pool: {1: short 2}, fields: {3: int, 4: byte}}
- instance: {object: 21, class: 17, fields: {value: 7, next: 20}}
- objectArray: {object: 22, class: 16, elements: [20, 21, null x 9]}
- primitiveArray: {object: 23, elementType: byte, text: some text}
- primitiveArray: {object: 24, elementType: long, elements: [1, 0 x 5, -1]}
- rootThreadObject: {object: 20, threadSerial: 1, traceSerial: 1}
- heapDumpSegment:
- rootStickyClass: {object: 16}
- heapDumpEnd:
- cpuSamples: {total: 2, samples: [{samples: 2, traceSerial: 1}]}
)";
  return cantFail(fromYaml(Yaml, {}));
}

constexpr size_t HeaderSize = 31;

class RoundTrip : public testing::TestWithParam<unsigned> {};

} // namespace

TEST_P(RoundTrip, WindowsAndChunksDoNotMatter) {
  std::string File = sample(GetParam());
  std::string Yaml = toYaml(File, {});
  for (size_t Window : {0, 1, 7, 64}) {
    Way W;
    W.Window = Window;
    checkLaws(File, W);
    EXPECT_EQ(toYaml(File, W), Yaml);
    W.CanPatch = false;
    checkLaws(File, W);
    W.LookAhead = false;
    W.MaxWhole = 3;
    checkLaws(File, W);
  }
}

TEST_P(RoundTrip, SlowCutAtEveryByte) {
  std::string File = sample(GetParam());
  for (size_t Size = HeaderSize; Size != File.size(); ++Size) {
    Way W;
    checkLaws(StringRef(File).take_front(Size), W);
    W.Window = 7;
    W.MaxWhole = Size % 2 ? 2 : ReaderOptions::DefaultMaxWhole;
    W.CanPatch = W.LookAhead = false;
    checkLaws(StringRef(File).take_front(Size), W);
  }
}

TEST_P(RoundTrip, SlowEveryByteFlipped) {
  std::string File = sample(GetParam());
  for (size_t I = HeaderSize; I != File.size(); ++I)
    for (uint8_t Mask : {0x01, 0x80, 0xff}) {
      std::string Bad = File;
      Bad[I] ^= char(Mask);
      checkLaws(Bad);
    }
}

namespace {

/// Fills the fields of a record with random values, including unusual ones.
class Filler {
public:
  static constexpr bool Mutates = true;
  Filler(std::mt19937 &Random, unsigned IdSize)
      : Random(Random), IdSize(IdSize) {}

  uint64_t pick() {
    static constexpr uint64_t Odd[] = {
        0, 1, 0x7f, 0x80, 0xff, 0x7fffffff, 0x80000000, UINT64_MAX, 0x7fc00000};
    switch (Random() % 4) {
    case 0:
      return Odd[Random() % std::size(Odd)];
    case 1:
      return Random();
    default:
      return Random() % 12; // Few values, so that ids collide.
    }
  }
  uint64_t bits(unsigned Width) {
    uint64_t V = pick();
    return Width < 8 ? V & ((uint64_t(1) << 8 * Width) - 1) : V;
  }
  BasicType type() {
    static constexpr uint8_t Types[] = {1, 2, 4, 5, 6, 7, 8, 9, 10, 11};
    return BasicType(Types[Random() % std::size(Types)]);
  }

  template <FieldType T, class F> void field(const char *, F &V) {
    if constexpr (T == FieldType::Value) {
      V.Type = type();
      V.Bits = bits(widthOf(V.Type, IdSize));
    } else if constexpr (T == FieldType::Type) {
      V = type();
    } else if constexpr (T == FieldType::Count) {
      V = static_cast<F>(Random() % 20);
    } else {
      V = static_cast<F>(bits(fieldWidth(T, IdSize)));
    }
  }
  template <FieldType C, class S> void list(const char *, ListRef<S> &L) {
    ListBuilder<S> Built(Buffers[NextBuffer++ % std::size(Buffers)], IdSize);
    for (unsigned N = Random() % 5; N; --N) {
      S Element;
      mapRecord(*this, Element);
      Built.add(Element);
    }
    L = Built.ref();
  }
  template <PayloadKind K, class R>
  void payload(const char *, R &Rec, Payload &P) {
    auto &Buffer = Buffers[NextBuffer++ % std::size(Buffers)];
    if constexpr (K == PayloadKind::Text)
      Buffer.resize(Random() % 9);
    else
      Buffer.resize(payloadSize(Rec, IdSize));
    const bool IsText = Random() % 2;
    for (uint8_t &B : Buffer)
      B = uint8_t(IsText ? 'a' + Random() % 26 : pick());
    P = Payload(Buffer);
  }

private:
  std::mt19937 &Random;
  unsigned IdSize;
  SmallVector<uint8_t, 0> Buffers[MaxLists + 1];
  unsigned NextBuffer = 0;
};

template <class R>
void putRecord(HprofWriter &Out, std::mt19937 &Random, unsigned IdSize) {
  Filler Fill(Random, IdSize);
  R Rec;
  mapRecord(Fill, Rec);
  Frame F;
  F.Tag = R::Tag;
  F.Time = Random() % 3 ? 0 : uint32_t(Random());
  F.Length = 0;
  if constexpr (R::Group == RecordGroup::Top) {
    SmallVector<uint8_t, 64> Body;
    RecordEncoder Enc(Body, IdSize);
    mapRecord(Enc, static_cast<const R &>(Rec));
    F.DeclaredLength = uint32_t(Body.size());
    Out.beginFrame(F);
  }
  Out.visit(Rec);
  if constexpr (R::Group == RecordGroup::Top)
    Out.endFrame(F, F.DeclaredLength);
}

using Put = void (*)(HprofWriter &, std::mt19937 &, unsigned);
constexpr Put TopLevel[] = {
#define HPROF_RECORD_BEGIN(NAME, TAG, TEXT, CARRIERS) putRecord<NAME>,
#include "hprof/Format/Records/Records.def"
};
constexpr Put Sub[] = {
#define HPROF_SUBRECORD_BEGIN(NAME, TAG, TEXT, CARRIERS, GROUP) putRecord<NAME>,
#include "hprof/Format/Records/Records.def"
};

std::string generate(unsigned Seed, unsigned IdSize) {
  std::mt19937 Random(Seed);
  Bytes Segment, Out;
  auto To = Sink::toMemory(Out);
  HprofWriter Writer(*To);
  FileHeader H;
  H.Version = Random() % 2 ? "1.0.2" : "1.0.3";
  H.IdSize = IdSize;
  H.Millis = Random();
  Writer.visit(H);
  for (unsigned N = Random() % 40; N; --N) {
    if (Random() % 3) {
      TopLevel[Random() % std::size(TopLevel)](Writer, Random, IdSize);
      continue;
    }
    Frame F;
    F.Tag = Random() % 2 ? HeapDump::Tag : HeapDumpSegment::Tag;
    F.Length = UINT64_MAX;
    Writer.beginFrame(F);
    uint64_t Start = To->offset();
    for (unsigned M = Random() % 30; M; --M)
      Sub[Random() % std::size(Sub)](Writer, Random, IdSize);
    F.DeclaredLength = uint32_t(To->offset() - Start);
    Writer.endFrame(F, F.DeclaredLength);
  }
  EXPECT_EQ(toString(Writer.finish()), "");
  EXPECT_EQ(toString(To->finish()), "");
  return str(Out).str();
}

} // namespace

TEST_P(RoundTrip, GeneratedRecords) {
  for (unsigned Seed = 0; Seed != 300; ++Seed) {
    std::string File = generate(Seed, GetParam());
    Way W;
    W.Window = Seed % 3 ? 0 : 11;
    W.LookAhead = Seed % 2;
    SCOPED_TRACE(Seed);
    checkLaws(File, W);
    if (HasFailure())
      return;
  }
}

INSTANTIATE_TEST_SUITE_P(IdSizes, RoundTrip, testing::Values(1, 2, 4, 8));

//===----------------------------------------------------------------------===//
// Custom framing
//===----------------------------------------------------------------------===//

namespace {

/// Logs frames and content separately.
struct Notes : RecordVisitor {
  using RecordVisitor::visit;
  std::vector<Frame> Frames;
  std::vector<uint64_t> Objects;
  uint64_t PayloadBytes = 0;
  void endFrame(const Frame &F, uint64_t) override { Frames.push_back(F); }
  void visit(const PrimitiveArrayDump &R) override {
    Objects.push_back(R.Object);
    PayloadBytes += R.Elements.Bytes.size();
  }
  void payload(RecordKind, ArrayRef<uint8_t> Chunk) override {
    PayloadBytes += Chunk.size();
  }
};

Notes notesOn(StringRef File, std::vector<Damage> *Found = nullptr) {
  auto In = Source::fromMemory(view(File), "test");
  ReaderOptions Options;
  Options.OnDamage = [&](const Damage &D) {
    if (Found)
      Found->push_back(D);
    else
      ADD_FAILURE() << D.What;
  };
  HprofReader Reader = cantFail(HprofReader::create(*In, Options));
  Notes N;
  EXPECT_EQ(toString(Reader.read(N)), "");
  return N;
}

std::string arrays(ArrayRef<uint32_t> Sizes, bool CanPatch,
                   StringRef Version = "1.0.2") {
  Bytes Out;
  raw_svector_ostream OS(Out);
  auto To = CanPatch ? Sink::toMemory(Out) : pipeInto(OS);
  HprofWriter Writer(*To, Framing::Own);
  FileHeader H;
  H.Version = Version.str();
  Writer.visit(H);
  uint64_t Id = 1;
  for (uint32_t Size : Sizes) {
    std::vector<uint8_t> Data(Size, 'x');
    PrimitiveArrayDump R;
    R.Object = Id++;
    R.Length = Size;
    R.ElementType = BasicType::Byte;
    // Large records are delivered in pieces.
    if (Size > 1 << 20) {
      R.Elements.Size = Size;
      Writer.visit(R);
      Writer.payload(R.Kind, ArrayRef(Data).take_front(1000));
      Writer.payload(R.Kind, ArrayRef(Data).drop_front(1000));
    } else {
      R.Elements = ArrayRef<uint8_t>(Data);
      Writer.visit(R);
    }
  }
  EXPECT_EQ(toString(Writer.finish()), "");
  EXPECT_EQ(toString(To->finish()), "");
  return str(Out).str();
}

} // namespace

TEST(HprofWriter, FillsSegmentsLikeHotSpot) {
  // Header and tag take 18 bytes for each array; the third array does not fit.
  constexpr uint32_t Half = (1 << 19) - 18;
  std::string File = arrays({Half, Half - 9, 1, 5}, /*CanPatch=*/true);
  EXPECT_EQ(File, arrays({Half, Half - 9, 1, 5}, /*CanPatch=*/false));
  Notes N = notesOn(File);
  EXPECT_EQ(N.Objects, (std::vector<uint64_t>{1, 2, 3, 4}));
  ASSERT_EQ(N.Frames.size(), 3u);
  EXPECT_EQ(N.Frames[0].DeclaredLength, HprofWriter::SegmentSize);
  EXPECT_EQ(N.Frames[1].DeclaredLength, 2 * 18u + 6);
  EXPECT_EQ(N.Frames[2].kind(), RecordKind::HeapDumpEnd);
}

TEST(HprofWriter, PartsRunsWhereSegmentsEnd) {
  // Records that just fit at the end of a segment, that just do not fit, and
  // that do not fit into any segment; each in a dump without segments, as in
  // old versions.
  constexpr uint32_t Full = HprofWriter::SegmentSize - 18;
  for (uint32_t First :
       {Full - 19, Full - 18, Full - 17, Full - 1, Full, Full + 1, 2 * Full})
    for (uint32_t Second : {0u, 1u, Full, Full + 1}) {
      SCOPED_TRACE(std::to_string(First) + ", " + std::to_string(Second));
      for (StringRef Version : {"1.0.1", "1.0.2"}) {
        std::string Old =
            arrays({3, First, Second, 0, First, 9}, /*CanPatch=*/true, Version);
        for (size_t Window : {0, 1 << 16})
          for (bool CanPatch : {true, false}) {
            Way W;
            W.Window = Window;
            W.CanPatch = CanPatch;
            checkRuns(Old, W);
          }
      }
    }
}

TEST(HprofWriter, GivesLargeRecordsASegment) {
  std::string File = arrays({7, 3 << 20, 8}, /*CanPatch=*/false);
  Notes N = notesOn(File);
  EXPECT_EQ(N.Objects, (std::vector<uint64_t>{1, 2, 3}));
  EXPECT_EQ(N.PayloadBytes, 15u + (3 << 20));
  ASSERT_EQ(N.Frames.size(), 4u);
  EXPECT_EQ(N.Frames[1].DeclaredLength, (3u << 20) + 18);
}

TEST(HprofWriter, OldVersionsGetOneHeapDump) {
  for (bool CanPatch : {true, false}) {
    std::string File = arrays({7, 3 << 20, 8}, CanPatch, "1.0.1");
    Notes N = notesOn(File);
    ASSERT_EQ(N.Frames.size(), 1u);
    EXPECT_EQ(N.Frames[0].kind(), RecordKind::HeapDump);
    EXPECT_EQ(N.Frames[0].DeclaredLength, (3u << 20) + 15 + 3 * 18);
  }
}

TEST(HprofWriter, MakesWellFormedWhatWasNot) {
  std::string File = sample(8);
  // Without the end record of the last segment and everything after it.
  std::string Whole =
      rewrite(StringRef(File).take_front(File.size() - 60), {}, Framing::Own);
  std::vector<Damage> Found;
  notesOn(Whole, &Found);
  EXPECT_TRUE(Found.empty());
  EXPECT_EQ(rewrite(Whole, {}, Framing::Own), Whole);
}

TEST(HprofWriter, RefusesIdsThatDoNotFit) {
  Bytes Out;
  auto To = Sink::toMemory(Out);
  HprofWriter Writer(*To);
  FileHeader H;
  H.Version = "1.0.2";
  H.IdSize = 4;
  Writer.visit(H);
  RootUnknown R;
  R.Object = 0x100000000;
  Writer.visit(R);
  EXPECT_FALSE(Writer.wantsMore());
  EXPECT_EQ(toString(Writer.finish()),
            "offset 0x1f: ROOT UNKNOWN: id 0x100000000 does not fit in the "
            "file's 4-byte ids");
}

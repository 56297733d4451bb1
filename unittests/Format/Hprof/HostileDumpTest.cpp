//===- HostileDumpTest.cpp - The reader on damaged dumps ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HprofBytes.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Format/Context/InstanceReferences.h"
#include "hprof/Format/Hprof/HprofReader.h"
#include "llvm/Support/raw_ostream.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

namespace {
/// Counts the records delivered, so that the counts of several threads can be
/// added up.
struct Events : HeapVisitor {
  std::array<uint64_t, NumRecordKinds> Records = {};
  uint64_t IdSum = 0; ///< Sum over the objects.
  uint64_t Frames = 0;

  using HeapVisitor::visit;
  void visit(const FileHeader &) {}
  template <class R> void visit(const R &Rec) {
    ++Records[unsigned(R::Kind)];
    if constexpr (R::Group == RecordGroup::Object)
      IdSum += Rec.Object * (Rec.Offset + 1);
  }
  void beginFrame(const Frame &) { ++Frames; }

  void add(const Events &Other) {
    for (unsigned I = 0; I != NumRecordKinds; ++I)
      Records[I] += Other.Records[I];
    IdSum += Other.IdSum;
    Frames += Other.Frames;
  }
  uint64_t objects() const {
    uint64_t N = 0;
    for (unsigned I = 0; I != RecordKindCount; ++I)
      if (recordInfo(RecordKind(I)).Group == RecordGroup::Object)
        N += Records[I];
    return N;
  }
  static constexpr unsigned RecordKindCount = NumRecordKinds;
  bool operator==(const Events &O) const {
    return Records == O.Records && IdSum == O.IdSum && Frames == O.Frames;
  }
};

struct Outcome {
  Events Seen;
  std::vector<std::string> Damages; ///< Sorted: threads report damage later.
  bool Refused = false;
};
} // namespace

static ReaderOptions telling(Outcome &R) {
  ReaderOptions Options;
  Options.OnDamage = [&R](const Damage &D) {
    R.Damages.push_back(std::string(errcName(D.Code)) + " " +
                        std::to_string(D.Offset) + ": " + D.What);
  };
  return Options;
}

static Outcome readAll(ArrayRef<uint8_t> Input, size_t Window) {
  Outcome R;
  std::unique_ptr<Source> In = Source::fromMemory(Input, "test", Window);
  Expected<HprofReader> Reader = HprofReader::create(*In, telling(R));
  if (!Reader) {
    R.Refused = true;
    consumeError(Reader.takeError());
    return R;
  }
  cantFail(Reader->read(R.Seen));
  sort(R.Damages);
  return R;
}

/// Reads \p Input in every way; all results must agree. \return the result.
static Outcome readEveryWay(ArrayRef<uint8_t> Input, const Twine &What) {
  Outcome Mapped = readAll(Input, 0);
  for (size_t Window : {1, 7}) {
    Outcome Piped = readAll(Input, Window);
    EXPECT_EQ(Mapped.Refused, Piped.Refused) << What.str();
    EXPECT_TRUE(Mapped.Seen == Piped.Seen) << What.str();
    EXPECT_EQ(Mapped.Damages, Piped.Damages) << What.str();
  }
  return Mapped;
}

TEST(HostileDump, TheRichDumpHasEveryRecord) {
  Outcome R = readEveryWay(HprofBytes::rich(8).bytes(), "whole");
  EXPECT_TRUE(R.Damages.empty());
  for (unsigned I = 0; I != NumRecordKinds; ++I)
    if (RecordKind K = RecordKind(I);
        K != RecordKind::Opaque && K != RecordKind::HeapDump &&
        K != RecordKind::HeapDumpSegment && !recordInfo(K).isForeign()) {
      EXPECT_GE(R.Seen.Records[I], 1u) << recordInfo(K).Text;
    }
}

TEST(HostileDump, SlowACutAtEveryByteLosesOnlyWhatIsBehindIt) {
  for (unsigned IdSize : {1, 2, 4, 8}) {
    HprofBytes B = HprofBytes::rich(IdSize);
    uint64_t Last = 0;
    for (size_t N = 0; N <= B.size(); ++N) {
      Outcome R = readEveryWay(B.bytes().take_front(N), "cut at " + Twine(N));
      uint64_t Now = 0;
      for (unsigned I = 0; I != unsigned(RecordKind::Opaque); ++I)
        Now += R.Seen.Records[I];
      EXPECT_GE(Now, Last) << "cut at " << N;
      Last = Now;
      EXPECT_LE(R.Damages.size(), 1u) << "cut at " << N;
    }
  }
}

TEST(HostileDump, SlowEveryFlippedByteIsReadAlikeInEveryWay) {
  for (unsigned IdSize : {1, 4, 8})
    HprofBytes::forEachFlip(HprofBytes::rich(IdSize),
                            [](const HprofBytes &B, const Twine &What) {
                              readEveryWay(B.bytes(), What);
                            });
}

TEST(HostileDump, AWrongSegmentLengthLosesNoObject) {
  HprofBytes Good = HprofBytes::rich(8);
  Outcome Want = readEveryWay(Good.bytes(), "good");
  // Finds the first 0x1c that begins a goodSegment().
  size_t Start = 0;
  while (!(Good[Start] == 0x1c && Good[Start + 9] == 0x20))
    ++Start;
  for (int Change : {-30, -1, 1, 13}) {
    HprofBytes B = Good;
    uint32_t Length = support::endian::read32be(&B[Start + 5]) + Change;
    support::endian::write32be(&B[Start + 5], Length);
    Outcome R = readEveryWay(B.bytes(), "length changed by " + Twine(Change));
    if (Change < 0) {
      EXPECT_TRUE(R.Seen == Want.Seen) << Change;
      ASSERT_EQ(R.Damages.size(), 1u) << Change;
      EXPECT_THAT(R.Damages[0], testing::HasSubstr("its sub-records take"));
    } else {
      EXPECT_FALSE(R.Damages.empty());
    }
  }
}

TEST(HostileDump, ALengthAtTheEndOfASubRecordIsBelieved) {
  // The next bytes could be one or more ROOT JNI GLOBALs, but do not form a
  // record.
  for (unsigned Roots : {1, 3, 300}) {
    HprofBytes B;
    B.names().record(0x1c, [&] { B.goodSegment(); });
    uint64_t End = B.size();
    for (unsigned I = 0; I != Roots; ++I)
      B.number(0x01, 1).number(0xffffffff, 8).number(0xffffffff, 8);
    Outcome R = readEveryWay(B.bytes(), Twine(Roots) + " roots");
    EXPECT_EQ(R.Seen.objects(), 3u);
    EXPECT_EQ(R.Seen.Records[unsigned(RecordKind::RootJniGlobal)], 0u);
    ASSERT_FALSE(R.Damages.empty());
    EXPECT_THAT(R.Damages[0],
                testing::HasSubstr(" " + std::to_string(End) + ": "));
  }
  // Later records are still found.
  HprofBytes B;
  B.names().record(0x1c, [&] { B.goodSegment(); });
  B.number(0x01, 1).number(0xffffffff, 8).number(0xffffffff, 8);
  for (unsigned I = 0; I != 4; ++I)
    B.record(0x1c, [&] { B.longArray(64 * (I + 1), 1); });
  B.frame(0x2c, 0);
  Outcome R = readEveryWay(B.bytes(), "garbage between");
  EXPECT_EQ(R.Seen.objects(), 7u);
  EXPECT_EQ(R.Seen.Records[unsigned(RecordKind::RootJniGlobal)], 0u);
  ASSERT_EQ(R.Damages.size(), 1u);
  EXPECT_THAT(R.Damages[0], testing::HasSubstr("skipped 17 bytes"));
}

// Nothing is missing, because the sub-records reach the end of the input.
TEST(HostileDump, AShortLengthOfTheLastSegmentIsNoCut) {
  for (uint8_t Tag : {0x0c, 0x1c})
    for (int Short : {1, 5, 20}) {
      HprofBytes B;
      B.names();
      size_t Start = B.size();
      B.record(Tag, [&] { B.goodSegment().longArray(0x60, 5); });
      uint32_t Length = support::endian::read32be(&B[Start + 5]) - Short;
      support::endian::write32be(&B[Start + 5], Length);
      Outcome R = readEveryWay(B.bytes(), "short by " + Twine(Short));
      EXPECT_EQ(R.Seen.objects(), 4u);
      ASSERT_EQ(R.Damages.size(), Tag == 0x0c ? 1u : 2u) << Short;
      EXPECT_THAT(R.Damages[0], testing::StartsWith("bad-length"));
      // The same, truncated after the declared end. The upper bits of a
      // segment's length are never missing, so the truncation cannot be
      // detected.
      if (Short == 1)
        continue;
      Outcome Cut =
          readEveryWay(B.bytes().drop_back(), "cut, short by " + Twine(Short));
      ASSERT_EQ(Cut.Damages.size(), 1u) << Short;
      EXPECT_THAT(
          Cut.Damages[0],
          testing::StartsWith(Tag == 0x0c ? "truncated" : "bad-length"));
    }
}

TEST(HostileDump, AnUnknownEmptyRecordIsOneBeforeARecord) {
  auto Damages = [](HprofBytes &B, const char *What) {
    return readEveryWay(B.bytes(), What).Damages;
  };
  HprofBytes Followed;
  Followed.names().frame(0x50, 0).record(0x1c, [&] { Followed.goodSegment(); });
  Followed.frame(0x2c, 0);
  EXPECT_THAT(Damages(Followed, "followed"),
              testing::ElementsAre(testing::HasSubstr("unknown record of 0 ")));
  HprofBytes Last;
  Last.names().frame(0x50, 0);
  EXPECT_THAT(Damages(Last, "last"), testing::ElementsAre(testing::HasSubstr(
                                         "the rest of the input is")));
  HprofBytes Text;
  Text.names().frame(0x50, 0).text("no record at all");
  EXPECT_THAT(Damages(Text, "text"), testing::ElementsAre(testing::HasSubstr(
                                         "the rest of the input is")));
}

TEST(HostileDump, VersionsThatNobodyWroteAreReadAsTheCurrentOne) {
  for (const char *Version : {"1.0.0", "1.0.4", "1.0.17"}) {
    HprofBytes B(8, Version);
    B.names().record(0x1c, [&] { B.goodSegment(); }).frame(0x2c, 0);
    Outcome R = readEveryWay(B.bytes(), Version);
    EXPECT_EQ(R.Seen.objects(), 3u);
    ASSERT_EQ(R.Damages.size(), 1u);
    EXPECT_THAT(R.Damages[0],
                testing::StartsWith("unsupported-version 13: version '" +
                                    std::string(Version) + "'"));
    // The same applies in the middle of a file.
    HprofBytes Both = HprofBytes::good();
    Both.header(Version).names();
    EXPECT_EQ(readEveryWay(Both.bytes(), Version).Damages.size(), 1u);
  }
  for (const char *Version : {"1.1", "1.0.", "1.0.x", "2.0.1", ""})
    EXPECT_TRUE(readEveryWay(HprofBytes(8, Version).bytes(), Version).Refused);
}

TEST(HostileDump, TextHasAnyLength) {
  HprofBytes B;
  const std::string Long((32 << 20) + 1, 'x');
  B.utf8(7, Long).names().record(0x1c, [&] { B.goodSegment(); });
  B.frame(0x2c, 0);
  Outcome Mapped = readAll(B.bytes(), 0);
  EXPECT_EQ(Mapped.Damages, std::vector<std::string>());
  EXPECT_EQ(Mapped.Seen.objects(), 3u);
  EXPECT_EQ(Mapped.Seen.Records[unsigned(RecordKind::Utf8)], 5u);
  EXPECT_TRUE(readAll(B.bytes(), 1 << 16).Seen == Mapped.Seen);
  // An invalid length: the next record follows immediately.
  HprofBytes Bad;
  Bad.frame(0x01, 0x7f000000).names().record(0x1c, [&] { Bad.goodSegment(); });
  Bad.frame(0x2c, 0);
  Outcome R = readEveryWay(Bad.bytes(), "absurd length");
  EXPECT_EQ(R.Seen.objects(), 3u);
  EXPECT_EQ(R.Damages.size(), 1u);
}

TEST(HostileDump, SegmentsOfUnknownLengthKeepTheirPlaceAmongThreads) {
  HprofBytes B;
  B.names();
  for (uint64_t I = 1; I != 4; ++I)
    B.record(0x1c, [&] { B.longArray(I * 64, 1); });
  B.frame(0x1c, 0).longArray(256, 1).longArray(512, 1);
  B.record(0x1c, [&] { B.longArray(1024, 1); }).frame(0x2c, 0);
  Outcome R = readEveryWay(B.bytes(), "zero length");
  EXPECT_EQ(R.Seen.objects(), 6u);
  EXPECT_EQ(R.Damages.size(), 1u);
}

TEST(HostileDump, AppendedFilesMayHaveIdsOfAnotherSize) {
  HprofBytes A = HprofBytes::rich(8), B = HprofBytes::rich(4);
  SmallVector<uint8_t, 0> Both(A.bytes().begin(), A.bytes().end());
  Both.append(B.bytes().begin(), B.bytes().end());
  Outcome R = readEveryWay(Both, "8 then 4");
  EXPECT_TRUE(R.Damages.empty());
  EXPECT_EQ(R.Seen.objects(), 12u);
}

TEST(HostileDump, AFileAppendedToOpenSegments) {
  HprofBytes A(8);
  A.names().record(0x1c, [&] { A.goodSegment(); });
  A.header("1.0.2").names();
  Outcome R = readEveryWay(A.bytes(), "appended");
  ASSERT_EQ(R.Damages.size(), 1u);
  EXPECT_THAT(R.Damages[0], testing::StartsWith("missing-end"));
}

/// A header inside a segment, followed by a record that extends beyond the end
/// of the segment, where no other record follows: reading a pipe must find as
/// many records as reading a file.
TEST(HostileDump, AHeaderThatNoRecordsFollow) {
  HprofBytes B;
  B.names().record(0x1c, [&] {
    B.goodSegment().number(0x84, 1).header("1.0").frame(0x01, 100);
    B.number(0, 8);
  });
  for (unsigned I = 0; I != 40; ++I)
    B.number(0xff, 1).number(0x21, 4);
  readEveryWay(B.bytes(), "header");
}

TEST(HostileDump, SlowAFileBehindACutIsReadAlikeInEveryWay) {
  HprofBytes A = HprofBytes::rich(8), B = HprofBytes::rich(4);
  for (size_t N = A.size(); N; --N) {
    ArrayRef<uint8_t> Cut = A.bytes().take_front(N);
    SmallVector<uint8_t, 0> Both(Cut.begin(), Cut.end());
    Both.append(B.bytes().begin(), B.bytes().end());
    readEveryWay(Both, "cut at " + Twine(N));
  }
}

TEST(HostileDump, CutsBehindALengthOfZeroAreTold) {
  HprofBytes B;
  B.names().frame(0x0c, 0).goodSegment();
  size_t Whole = B.size();
  B.longArray(0x60, 5);
  for (size_t N = Whole + 1; N != B.size(); ++N) {
    Outcome R = readEveryWay(B.bytes().take_front(N), "cut at " + Twine(N));
    ASSERT_EQ(R.Damages.size(), 2u) << N;
    EXPECT_THAT(R.Damages[1], testing::StartsWith("truncated"));
  }
}

TEST(HostileDump, AHugeArrayBehindAWrongLengthIsOneThing) {
  // The segment is one byte too short; its end is followed by an array that
  // claims to have 16 GiB.
  HprofBytes B;
  B.names();
  size_t Start = B.size();
  B.record(0x1c, [&] {
    B.goodSegment().number(0x22, 1).id(0x70).number(1, 4);
    B.number(0x80000000, 4).id(0x10).id(0x20);
  });
  uint32_t Length = support::endian::read32be(&B[Start + 5]);
  support::endian::write32be(&B[Start + 5], Length - 34);
  Outcome R = readEveryWay(B.bytes(), "huge array");
  EXPECT_EQ(R.Seen.objects(), 3u);
}

TEST(HostileDump, AnObjectOfWhichBytesAreCutOffIsNone) {
  HprofBytes B;
  B.names().frame(0x0c, 0xfffffff0).goodSegment();
  B.instance(0x70, 0x18, 0xffffffff).number(0, 8);
  Outcome R = readEveryWay(B.bytes(), "cut");
  EXPECT_EQ(R.Seen.objects(), 3u);
  ASSERT_EQ(R.Damages.size(), 1u);
  EXPECT_THAT(R.Damages[0], testing::StartsWith("truncated"));
}

TEST(HostileDump, ZeroPaddingIsToldOnce) {
  HprofBytes B = HprofBytes::rich(8);
  B.number(0, 8).number(0, 8).number(0, 8);
  Outcome R = readEveryWay(B.bytes(), "padded");
  ASSERT_EQ(R.Damages.size(), 1u);
  EXPECT_THAT(R.Damages[0], testing::StartsWith("unknown-tag"));
}

TEST(HostileDump, EmptySegmentsAreLegal) {
  HprofBytes B;
  B.names().frame(0x1c, 0).frame(0x1c, 0);
  B.record(0x1c, [&] { B.goodSegment(); }).frame(0x0c, 0).frame(0x2c, 0);
  Outcome R = readEveryWay(B.bytes(), "empty segments");
  EXPECT_TRUE(R.Damages.empty());
  EXPECT_EQ(R.Seen.objects(), 3u);
}

TEST(HostileDump, LargeClassesCrossAnyWindow) {
  HprofBytes B;
  B.names().record(0x1c, [&] {
    B.number(0x20, 1).id(0x10).number(1, 4).id(0).id(0).id(0).id(0).id(0);
    B.id(0).number(0, 4).number(0, 2).number(60000, 2);
    for (unsigned I = 0; I != 60000; ++I)
      B.id(4).number(10, 1).number(I, 4);
    B.number(0, 2).longArray(0x20, 1);
  });
  B.frame(0x2c, 0);
  for (size_t Window : {0, 7, 4096}) {
    Outcome R = readAll(B.bytes(), Window);
    EXPECT_TRUE(R.Damages.empty());
    EXPECT_EQ(R.Seen.Records[unsigned(RecordKind::ClassDump)], 1u);
    EXPECT_EQ(R.Seen.objects(), 1u);
  }
}

TEST(HostileDump, NoRecordLargerThanTheLimitIsHeld) {
  HprofBytes B;
  B.frame(0x05, 40 << 20).number(1, 4).number(0, 4).number(10 << 20, 4);
  for (unsigned I = 0; I != 1000; ++I)
    B.id(1);
  Outcome R = readAll(B.bytes(), 7);
  EXPECT_EQ(R.Seen.Records[unsigned(RecordKind::StackTrace)], 0u);
  EXPECT_FALSE(R.Damages.empty());
}

TEST(HostileDump, SlowAWholeStackOfVisitorsSurvives) {
  HprofBytes B = HprofBytes::rich(4);
  for (size_t N = 0; N != B.size(); ++N)
    for (uint8_t Flip : {0x01, 0x80, 0xff}) {
      B[N] ^= Flip;
      std::unique_ptr<Source> In = Source::fromMemory(B.bytes(), "test", 7);
      if (Expected<HprofReader> Reader = HprofReader::create(*In)) {
        DumpContext Context;
        DumpContext::Builder Build(Context);
        cantFail(Reader->read(Build));
        for (const ClassInfo &C : Context.classes()) {
          if (const InstanceShape *S = Context.instances().find(C.Id))
            S->forEachField(1 << 16, [](const FieldSlot &) {});
          Context.className(C);
        }
      } else {
        consumeError(Reader.takeError());
      }
      B[N] ^= Flip;
    }
}

namespace {
/// A pipe that delivers \p Parts, each of which consists of some bytes and a
/// number of zeros, so that the input can be larger than memory.
class ZeroRuns : public Source {
public:
  struct Part {
    SmallVector<uint8_t, 0> Bytes;
    uint64_t Zeros;
  };
  explicit ZeroRuns(std::vector<Part> Parts)
      : Source("zeros", Compression::None), Parts(std::move(Parts)) {}

  ArrayRef<uint8_t> peek(size_t Want) override {
    Want = std::max<size_t>(Want, 1 << 16);
    while (Window.size() - Begin < Want && Next != Parts.size()) {
      Window.erase(Window.begin(), Window.begin() + Begin);
      Begin = 0;
      Part &P = Parts[Next];
      Window.append(P.Bytes.begin(), P.Bytes.end());
      P.Bytes.clear();
      size_t N = size_t(std::min<uint64_t>(P.Zeros, 4 << 20));
      Window.append(N, 0);
      P.Zeros -= N;
      if (!P.Zeros)
        ++Next;
    }
    return ArrayRef<uint8_t>(Window).drop_front(Begin);
  }
  void consume(size_t N) override {
    Begin += N;
    Offset += N;
  }

private:
  std::vector<Part> Parts;
  size_t Next = 0, Begin = 0;
  SmallVector<uint8_t, 0> Window;
};
} // namespace

TEST(HostileDump, LengthsOfMoreThan4GiBAreFoundInPipes) {
  constexpr uint64_t ArrayBytes = uint64_t(1) << 30;
  // The declared end is inside the second array of 1 GiB, or inside a small
  // array.
  for (uint64_t Small : {1, 1000}) {
    std::vector<ZeroRuns::Part> Parts;
    HprofBytes Start;
    Start.names();
    uint64_t Total = 0;
    std::vector<HprofBytes> Heads;
    for (unsigned I = 0; I != 5; ++I) {
      HprofBytes B;
      size_t Skip = B.size();
      for (uint64_t J = 0; J != Small; ++J)
        B.longArray(0x100000 * (I + 1) + 16 * J, 1);
      B.number(0x23, 1).id(0x10 + I).number(0, 4);
      B.number(ArrayBytes / 8, 4).number(11, 1);
      Parts.push_back(
          {{B.bytes().begin() + Skip, B.bytes().end()}, ArrayBytes});
      Total += B.size() - Skip + ArrayBytes;
    }
    Start.frame(0x0c, uint32_t(Total));
    HprofBytes End;
    size_t Skip = End.size();
    End.utf8(9, "behind it");
    Parts.insert(Parts.begin(),
                 {{Start.bytes().begin(), Start.bytes().end()}, 0});
    Parts.push_back({{End.bytes().begin() + Skip, End.bytes().end()}, 0});
    ZeroRuns In(std::move(Parts));
    Outcome R;
    HprofReader Reader = cantFail(HprofReader::create(In, telling(R)));
    cantFail(Reader.read(R.Seen));
    EXPECT_EQ(R.Damages, std::vector<std::string>());
    EXPECT_EQ(R.Seen.objects(), 5 * (Small + 1));
    EXPECT_EQ(R.Seen.Records[unsigned(RecordKind::Utf8)], 5u);
  }
}

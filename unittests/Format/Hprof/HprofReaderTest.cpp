//===- HprofReaderTest.cpp - Tests of the binary reader -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Hprof/HprofReader.h"
#include "HprofBytes.h"
#include "hprof/Format/Kit/SplitFrames.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

namespace {
/// Logs every event as a line.
class Log : public RecordVisitor {
public:
  std::string Text;
  uint64_t PayloadBytes = 0;

  void visit(const FileHeader &H) override {
    raw_string_ostream(Text)
        << "header " << H.Version << ' ' << H.IdSize << '\n';
  }
  void beginFrame(const Frame &F) override {
    raw_string_ostream(Text) << "begin " << unsigned(F.Tag) << '\n';
  }
  void endFrame(const Frame &F, uint64_t Length) override {
    raw_string_ostream(Text) << "end " << Length << '\n';
  }
  void visit(const Opaque &O) override {
    raw_string_ostream(Text) << "opaque\n";
  }
  void payload(RecordKind, ArrayRef<uint8_t> Chunk) override {
    PayloadBytes += Chunk.size();
  }
#define HPROF_RECORD_BEGIN(NAME, TAG, TEXT, CARRIERS)                          \
  void visit(const NAME &R) override { Text += #NAME "\n"; }
#include "hprof/Format/Records/Records.def"
#define HPROF_SUBRECORD_BEGIN(NAME, TAG, TEXT, CARRIERS, GROUP)                \
  void visit(const NAME &R) override { Text += #NAME "\n"; }
#include "hprof/Format/Records/Records.def"
};

struct Result {
  std::string Events;
  uint64_t PayloadBytes;
  std::vector<std::string> Damages;
};
} // namespace

static Result readAll(ArrayRef<uint8_t> Input, size_t Window = 0,
                      uint64_t MaxWhole = ReaderOptions::DefaultMaxWhole) {
  Result R;
  std::unique_ptr<Source> In = Source::fromMemory(Input, "test", Window);
  ReaderOptions Options;
  Options.MaxWhole = MaxWhole;
  Options.OnDamage = [&](const Damage &D) {
    R.Damages.push_back(std::string(errcName(D.Code)) + " " +
                        std::to_string(D.Offset) + ": " + D.What);
  };
  Expected<HprofReader> Reader = HprofReader::create(*In, Options);
  if (!Reader) {
    R.Events = toString(Reader.takeError());
    return R;
  }
  Log L;
  cantFail(Reader->read(L));
  R.Events = L.Text;
  R.PayloadBytes = L.PayloadBytes;
  return R;
}

TEST(HprofReader, DeliversRecordsInOrder) {
  HprofBytes B;
  B.utf8(1, "main").frame(0x1c, uint32_t(B.longArraySize(3))).longArray(16, 3);
  B.frame(0x2c, 0);
  for (size_t Window : {0, 1, 7, 4096}) {
    Result R = readAll(B.bytes(), Window);
    EXPECT_EQ(R.Events, "header 1.0.2 8\nbegin 1\nUtf8\nend 12\nbegin 28\n"
                        "PrimitiveArrayDump\nend 42\nbegin 44\nHeapDumpEnd\n"
                        "end 0\n");
    EXPECT_TRUE(R.Damages.empty());
  }
}

TEST(HprofReader, LargePayloadsComeInChunks) {
  HprofBytes B;
  B.frame(0x1c, uint32_t(B.longArraySize(100000))).longArray(16, 100000);
  B.frame(0x2c, 0);
  for (size_t Window : {0, 1, 7, 4096}) {
    Result R = readAll(B.bytes(), Window, /*MaxWhole=*/100);
    EXPECT_EQ(R.PayloadBytes, 800000u);
    EXPECT_THAT(R.Events, testing::HasSubstr("PrimitiveArrayDump\nend 800018"));
    EXPECT_TRUE(R.Damages.empty());
  }
}

TEST(HprofReader, LengthZeroReachesToTheEnd) {
  HprofBytes B;
  B.utf8(1, "x").frame(0x0c, 0).longArray(16, 3).longArray(48, 2);
  for (size_t Window : {0, 7}) {
    Result R = readAll(B.bytes(), Window);
    EXPECT_THAT(R.Events, testing::EndsWith("begin 12\nPrimitiveArrayDump\n"
                                            "PrimitiveArrayDump\nend 76\n"));
    ASSERT_EQ(R.Damages.size(), 1u);
    EXPECT_THAT(R.Damages[0], testing::StartsWith("bad-length 49: HEAP DUMP"));
  }
}

TEST(HprofReader, UnknownSubRecordsLoseOnlyTheirSegment) {
  HprofBytes B;
  B.frame(0x1c, uint32_t(2 + B.longArraySize(1)))
      .number(0x77, 1)
      .number(0, 1)
      .longArray(16, 1);
  B.frame(0x1c, uint32_t(B.longArraySize(1))).longArray(48, 1).frame(0x2c, 0);
  for (size_t Window : {0, 7}) {
    Result R = readAll(B.bytes(), Window);
    EXPECT_THAT(R.Events, testing::HasSubstr("begin 28\nopaque\nend 28\n"
                                             "begin 28\nPrimitiveArrayDump\n"));
    ASSERT_EQ(R.Damages.size(), 1u);
    EXPECT_THAT(R.Damages[0],
                testing::StartsWith("unknown-tag 40: unknown sub-record tag "
                                    "0x77; the remaining 28 bytes"));
  }
}

TEST(HprofReader, ReadingResumesBehindAGap) {
  HprofBytes B;
  B.utf8(1, "a").text("\3\3\3\3\3\xff\xff\xff\xff\3\3");
  for (uint64_t I = 2; I != 6; ++I)
    B.utf8(I, "later");
  for (size_t Window : {0, 7}) {
    Result R = readAll(B.bytes(), Window);
    EXPECT_THAT(R.Events, testing::HasSubstr("end 9\nopaque\nbegin 1\nUtf8\n"));
    EXPECT_EQ(R.PayloadBytes, 11u);
    ASSERT_EQ(R.Damages.size(), 1u);
    EXPECT_EQ(R.Damages[0],
              "unknown-tag 49: expected a record, found tag 0x3 "
              "with length 4294967295; skipped 11 bytes, resynchronized");
  }
}

TEST(HprofReader, AnUnknownRecordOfAbsurdLengthHidesNothing) {
  HprofBytes B;
  B.utf8(1, "a").frame(0x77, 0x7fffffff);
  for (uint64_t I = 2; I != 6; ++I)
    B.utf8(I, "later");
  B.utf8(6, std::string(100000, 'x')); // Longer than the reader's look-ahead.
  for (size_t Window : {0, 7}) {
    Result R = readAll(B.bytes(), Window);
    EXPECT_THAT(R.Events, testing::HasSubstr("end 9\nopaque\nbegin 1\nUtf8\n"));
    EXPECT_EQ(R.PayloadBytes, 9u);
    EXPECT_EQ(R.Damages.size(), 1u);
  }
}

TEST(HprofReader, VendorRecordsAreSkippedByTheirLength) {
  HprofBytes B;
  B.frame(0x77, 3).text("\1\2\3").utf8(1, "a").frame(0x2c, 0);
  for (size_t Window : {0, 7}) {
    Result R = readAll(B.bytes(), Window);
    EXPECT_THAT(R.Events, testing::HasSubstr("begin 119\nopaque\nend 3\n"
                                             "begin 1\nUtf8\n"));
  }
}

TEST(HprofReader, SlowEveryCutIsToldAndSurvived) {
  for (unsigned IdSize : {1, 2, 4, 8}) {
    HprofBytes B(IdSize);
    size_t HeaderSize = B.bytes().size();
    B.utf8(1, "main").frame(0x1c, uint32_t(2 * B.longArraySize(2)));
    B.longArray(16, 2).longArray(48, 2).frame(0x2c, 0);
    for (size_t N = 0; N < B.bytes().size(); ++N) {
      Result Mapped = readAll(B.bytes().take_front(N));
      Result Piped = readAll(B.bytes().take_front(N), /*Window=*/5);
      EXPECT_EQ(Mapped.Events, Piped.Events) << "cut at " << N;
      EXPECT_EQ(Mapped.Damages, Piped.Damages) << "cut at " << N;
      if (N > HeaderSize + 13 + IdSize) {
        EXPECT_EQ(Mapped.Damages.size(), 1u) << "cut at " << N;
      }
    }
  }
}

TEST(HprofReader, SlowEveryFlippedByteIsSurvived) {
  HprofBytes B(4);
  B.utf8(1, "main").frame(0x1c, uint32_t(2 * B.longArraySize(2)));
  B.longArray(16, 2).longArray(48, 2).frame(0x2c, 0);
  for (size_t N = 0; N < B.bytes().size(); ++N)
    for (uint8_t Flip : {0x01, 0x80, 0xff}) {
      std::vector<uint8_t> Copy = B.bytes();
      Copy[N] ^= Flip;
      EXPECT_EQ(readAll(Copy).Events.empty(), false);
      readAll(Copy, /*Window=*/5, /*MaxWhole=*/3);
    }
}

TEST(HprofReader, OtherInputsAreNamed) {
  auto Message = [](StringRef S) {
    return readAll(arrayRefFromStringRef(S)).Events;
  };
  EXPECT_EQ(Message(""), "offset 0x0: expected \"JAVA PROFILE 1.0.x\", found "
                         "an empty file");
  EXPECT_THAT(Message("PK\3\4abc"), testing::HasSubstr("a zip archive"));
  std::string Tar(512, '\0');
  Tar.replace(0, 10, "heap.hprof").replace(257, 5, "ustar");
  EXPECT_THAT(Message(Tar), testing::HasSubstr("a tar archive"));
  EXPECT_THAT(Message("<!DOCTYPE html><p>"), testing::HasSubstr("a web page"));
  EXPECT_THAT(Message("JAVA PROFILE 1.0.1, created Mon"),
              testing::HasSubstr("text output of the HPROF agent"));
}

TEST(SplitFrames, NeverCutsMoreRunsThanThereAreWorkers) {
  for (uint64_t Length : {0, 1, 2, 5})
    for (unsigned N : {1, 2, 3, 7}) {
      std::vector<Frame> Frames(20);
      for (Frame &F : Frames)
        F.Length = Length;
      Frames[3].Length = 1;
      std::vector<size_t> Ends = splitFrames(Frames, N);
      EXPECT_LE(Ends.size(), N);
      EXPECT_EQ(Ends.back(), Frames.size());
      EXPECT_TRUE(std::is_sorted(Ends.begin(), Ends.end()));
    }
}

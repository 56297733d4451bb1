//===- HeapWalkTest.cpp - Tests of walks over heap dumps ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Heap/HeapWalk.h"
#include "Format/Hprof/HprofBytes.h"
#include "llvm/ADT/STLExtras.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

namespace {
/// Counts the records of heap dumps.
struct Objects : HeapVisitor {
  std::array<uint64_t, NumRecordKinds> Records = {};
  std::vector<uint64_t> Offsets;

  template <class R> void visit(const R &Rec) {
    ++Records[unsigned(R::Kind)];
    Offsets.push_back(Rec.Offset);
  }
};

/// Logs the events that a context receives.
struct Told : RecordVisitor {
  std::vector<std::string> Others; ///< Records outside heap dumps, in order.
  std::vector<std::string> OfDumps;
  bool InDump = false;

  void add(StringRef What, uint64_t At) {
    (InDump ? OfDumps : Others).push_back((What + "@" + Twine(At)).str());
  }
  using RecordVisitor::visit;
  void visit(const FileHeader &H) override { add("header", H.Offset); }
  void visit(const Opaque &R) override { add("opaque", R.Offset); }
#define HPROF_ANY_BEGIN(NAME)                                                  \
  void visit(const NAME &R) override { add(#NAME, R.Offset); }
#include "hprof/Format/Records/Records.def"
  void beginFrame(const Frame &F) override {
    InDump = F.isHeap();
    add("begin", F.Offset);
  }
  void endFrame(const Frame &F, uint64_t Length) override {
    add("end", F.BodyOffset + Length);
    InDump = false;
  }
};

/// All results of a walk.
struct Outcome {
  std::array<uint64_t, NumRecordKinds> Records = {};
  std::vector<uint64_t> Offsets; ///< In the order of the workers.
  std::vector<std::string> Others, OfDumps, Damages, Dumps;
  unsigned NumDumps = 0;
  bool IsRefused = false, WasParallel = false;

  bool operator==(const Outcome &O) const {
    return Records == O.Records && Offsets == O.Offsets && Others == O.Others &&
           OfDumps == O.OfDumps && Damages == O.Damages &&
           NumDumps == O.NumDumps && IsRefused == O.IsRefused;
  }
};
} // namespace

static Outcome walk(ArrayRef<uint8_t> Bytes, unsigned Threads, size_t Window,
                    unsigned Dump = 0, bool ByDump = false) {
  Outcome R;
  std::unique_ptr<HeapFile> File = HeapFile::fromMemory(Bytes, "test", Window);
  std::vector<Objects> Workers(Threads);
  Told Context;
  WalkOptions Options;
  Options.Dump = Dump;
  Options.Context = &Context;
  Options.OnDamage = [&](const Damage &D) {
    R.Damages.push_back(std::to_string(D.Offset) + ": " + D.What);
  };
  if (ByDump)
    Options.OnDump = [&](unsigned N, const FileHeader &H) {
      uint64_t Seen = 0;
      for (Objects &W : Workers) {
        Seen += W.Offsets.size();
        append_range(R.Offsets, W.Offsets);
        W.Offsets.clear();
      }
      R.Dumps.push_back(std::to_string(N) + " of " + std::to_string(H.Offset) +
                        ": " + std::to_string(Seen));
      return Error::success();
    };
  WalkFacts Facts;
  if (Error E = walkHeap(*File, Workers, Options, &Facts)) {
    R.IsRefused = true;
    consumeError(std::move(E));
    return R;
  }
  for (const Objects &W : Workers) {
    for (unsigned K = 0; K != NumRecordKinds; ++K)
      R.Records[K] += W.Records[K];
    append_range(R.Offsets, W.Offsets);
  }
  R.Others = std::move(Context.Others);
  R.OfDumps = std::move(Context.OfDumps);
  R.NumDumps = Facts.Dumps;
  R.WasParallel = Facts.WasParallel;
  sort(R.Damages);
  return R;
}

/// Walks \p Bytes in every way; all results must agree. \return the result.
static Outcome walkEveryWay(ArrayRef<uint8_t> Bytes, const Twine &What) {
  Outcome Streamed = walk(Bytes, 1, 7);
  for (unsigned Threads : {1, 3}) {
    Outcome Mapped = walk(Bytes, Threads, 0);
    EXPECT_TRUE(Mapped == Streamed) << What.str() << ", " << Threads;
    EXPECT_EQ(Mapped.Others, Streamed.Others) << What.str();
    EXPECT_EQ(Mapped.OfDumps, Streamed.OfDumps) << What.str();
    EXPECT_EQ(Mapped.Damages, Streamed.Damages) << What.str();
  }
  return Streamed;
}

static std::vector<uint8_t> cat(const HprofBytes &A, const HprofBytes &B) {
  std::vector<uint8_t> Both(A.bytes().begin(), A.bytes().end());
  append_range(Both, B.bytes());
  return Both;
}

TEST(HeapWalk, ContextIsToldOfClassesAndThreads) {
  Outcome R = walkEveryWay(HprofBytes::good().bytes(), "good");
  EXPECT_EQ(R.NumDumps, 1u);
  unsigned Classes = 0, Threads = 0;
  for (StringRef S : R.OfDumps) {
    Classes += S.starts_with("ClassDump");
    Threads += S.starts_with("RootThreadObject");
  }
  EXPECT_EQ(Classes, 2u);
  EXPECT_EQ(Threads, 1u);
  EXPECT_EQ(R.OfDumps.size(), 5u); // The five include a frame.
}

TEST(HeapWalk, WorkersSeeConsecutiveSegments) {
  HprofBytes B;
  for (uint64_t I = 1; I <= 10; ++I)
    B.record(0x1c, [&] { B.longArray(I, uint32_t(I)); });
  B.frame(0x2c, 0);
  Outcome One = walk(B.bytes(), 1, 0);
  EXPECT_FALSE(One.WasParallel);
  EXPECT_EQ(One.Offsets.size(), 10u);
  for (unsigned Threads : {2, 3, 8, 32}) {
    Outcome Many = walk(B.bytes(), Threads, 0);
    EXPECT_TRUE(Many.WasParallel);
    EXPECT_TRUE(Many == One) << Threads;
  }
}

TEST(HeapWalk, AndroidIsWalkedByOne) {
  HprofBytes B(4, "1.0.3");
  for (uint64_t I = 1; I <= 4; ++I)
    B.record(0x1c, [&] { B.longArray(I, 1); });
  EXPECT_FALSE(walk(B.bytes(), 4, 0).WasParallel);
}

TEST(HeapWalk, CutsAreWalkedAlikeInEveryWay) {
  for (unsigned IdSize : {1, 4, 8}) {
    HprofBytes B = HprofBytes::rich(IdSize);
    for (size_t N = 0; N <= B.size(); ++N)
      walkEveryWay(B.bytes().take_front(N), "cut at " + Twine(N));
  }
}

TEST(HeapWalk, FlippedBytesAreWalkedAlikeInEveryWay) {
  for (unsigned IdSize : {1, 4, 8})
    HprofBytes::forEachFlip(HprofBytes::rich(IdSize),
                            [](const HprofBytes &B, const Twine &What) {
                              walkEveryWay(B.bytes(), What);
                            });
}

TEST(HeapWalk, SegmentsOfUnknownLengthKeepTheirPlace) {
  HprofBytes B;
  B.names();
  for (uint64_t I = 1; I != 4; ++I)
    B.record(0x1c, [&] { B.longArray(I * 64, 1); });
  B.frame(0x1c, 0).longArray(256, 1).longArray(512, 1);
  B.record(0x1c, [&] { B.longArray(1024, 1); }).frame(0x2c, 0);
  Outcome R = walkEveryWay(B.bytes(), "zero length");
  EXPECT_EQ(R.Offsets.size(), 6u);
}

TEST(HeapWalk, TextHasAnyLength) {
  HprofBytes B;
  B.utf8(7, std::string((32 << 20) + 1, 'x')).names();
  B.record(0x1c, [&] { B.goodSegment(); }).frame(0x2c, 0);
  Outcome Streamed = walk(B.bytes(), 1, 1 << 16);
  EXPECT_EQ(Streamed.Damages, std::vector<std::string>());
  EXPECT_TRUE(walk(B.bytes(), 3, 0) == Streamed);
}

TEST(HeapWalk, DumpsOfAppendedFilesComeOneAfterTheOther) {
  std::vector<uint8_t> Both = cat(HprofBytes::good(8), HprofBytes::good(4));
  walkEveryWay(Both, "8 then 4");
  uint64_t Second = HprofBytes::good(8).size();
  std::vector<std::string> Want = {"1 of 0: 8",
                                   "2 of " + std::to_string(Second) + ": 8"};
  for (size_t Window : {0, 7})
    for (unsigned Threads : {1, 2, 5}) {
      Outcome R = walk(Both, Threads, Window, 0, /*ByDump=*/true);
      EXPECT_EQ(R.Dumps, Want) << Window << " " << Threads;
      EXPECT_EQ(R.NumDumps, 2u);
    }
}

TEST(HeapWalk, OneDumpIsWalkedWithTheRecordsOfItsFile) {
  HprofBytes A = HprofBytes::good(8);
  std::vector<uint8_t> Both = cat(A, HprofBytes::good(4));
  for (unsigned Threads : {1, 2}) {
    Outcome R = walk(Both, Threads, 0, /*Dump=*/1, /*ByDump=*/true);
    Outcome Alone = walk(A.bytes(), Threads, 0);
    EXPECT_EQ(R.Dumps, std::vector<std::string>{"1 of 0: 8"});
    EXPECT_EQ(R.Others, Alone.Others);
    EXPECT_EQ(R.OfDumps, Alone.OfDumps);
    EXPECT_EQ(R.NumDumps, 2u);
  }
  for (size_t Window : {0, 7}) {
    EXPECT_EQ(walk(Both, 1, Window, 2, true).Dumps.size(), 1u);
    EXPECT_EQ(walk(Both, 1, Window, 3, true).Dumps.size(), 0u);
  }
}

TEST(HeapWalk, OneDumpIsFoundBehindOneWithAWrongLength) {
  HprofBytes A = HprofBytes::good();
  for (size_t I = 0; I != A.size(); ++I)
    if (A[I] == 0x1c && A[I + 9] == 0x20) {
      A[I + 8] -= 13;
      break;
    }
  std::vector<uint8_t> Both = cat(A, HprofBytes::good());
  Outcome Mapped = walk(Both, 2, 0, /*Dump=*/2, /*ByDump=*/true);
  Outcome Streamed = walk(Both, 1, 7, /*Dump=*/2, /*ByDump=*/true);
  EXPECT_EQ(Mapped.Dumps.size(), 1u);
  EXPECT_EQ(Mapped.Dumps, Streamed.Dumps);
  EXPECT_EQ(Mapped.Offsets, Streamed.Offsets);
}

TEST(HeapWalk, ErrorsOfOnDumpEndIt) {
  std::vector<uint8_t> Both = cat(HprofBytes::good(8), HprofBytes::good(4));
  for (size_t Window : {0, 7}) {
    std::unique_ptr<HeapFile> File = HeapFile::fromMemory(Both, "test", Window);
    std::vector<Objects> Workers(1);
    WalkOptions Options;
    unsigned Calls = 0;
    Options.OnDump = [&](unsigned, const FileHeader &) {
      ++Calls;
      return createStringError("enough");
    };
    EXPECT_EQ(toString(walkHeap(*File, Workers, Options)), "enough");
    EXPECT_EQ(Calls, 1u);
  }
}

TEST(HeapWalk, CanBeCanceled) {
  HprofBytes B = HprofBytes::good();
  for (size_t Window : {0, 7}) {
    std::unique_ptr<HeapFile> File =
        HeapFile::fromMemory(B.bytes(), "test", Window);
    std::vector<Objects> Workers(2);
    std::atomic<bool> Cancel{true};
    WalkOptions Options;
    Options.Cancel = &Cancel;
    Error E = walkHeap(*File, Workers, Options);
    EXPECT_EQ(errorToErrorCode(std::move(E)),
              std::make_error_code(std::errc::operation_canceled));
    Cancel = false;
    EXPECT_FALSE(errorToBool(walkHeap(*File, Workers, Options)));
  }
}

TEST(HeapWalk, WalksAgain) {
  HprofBytes B = HprofBytes::good();
  for (size_t Window : {0, 7}) {
    std::unique_ptr<HeapFile> File =
        HeapFile::fromMemory(B.bytes(), "test", Window);
    for (unsigned I = 0; I != 3; ++I) {
      std::vector<Objects> Workers(2);
      cantFail(walkHeap(*File, Workers, WalkOptions()));
      EXPECT_EQ(Workers[0].Offsets.size() + Workers[1].Offsets.size(), 8u);
    }
  }
}

TEST(HeapWalk, TellsAllBytesAsProgress) {
  HprofBytes B;
  for (uint64_t I = 1; I <= 10; ++I)
    B.record(0x1c, [&] { B.longArray(I, uint32_t(I)); });
  for (unsigned Threads : {1, 3}) {
    std::unique_ptr<HeapFile> File = HeapFile::fromMemory(B.bytes(), "test");
    std::vector<Objects> Workers(Threads);
    std::atomic<uint64_t> Bytes{0};
    WalkOptions Options;
    Options.OnBytes = [&](uint64_t N) { Bytes += N; };
    cantFail(walkHeap(*File, Workers, Options));
    Expected<MutableArrayRef<HeapSegments>> Dumps = File->dumps();
    ASSERT_TRUE(bool(Dumps));
    EXPECT_EQ(Bytes, (*Dumps)[0].bytes());
  }
}

TEST(HeapFile, NamesDumpsThatAreNotThere) {
  HprofBytes B = HprofBytes::good();
  std::unique_ptr<HeapFile> File = HeapFile::fromMemory(B.bytes(), "test");
  EXPECT_EQ(toString(File->dump(2).takeError()),
            "there is no heap dump 2; the file contains 1");
  EXPECT_EQ(toString(File->dump(0).takeError()),
            "there is no heap dump 0; the file contains 1");
  EXPECT_EQ((*File->dump(1))->number(), 1u);
}

//===- HistogramTest.cpp - Tests of the histogram -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Histogram/Histogram.h"
#include "Format/Hprof/HprofBytes.h"
#include "hprof/Analysis/Heap/HeapFile.h"
#include "hprof/Layout/ObjectCounts.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

static Histogram histogram(ArrayRef<uint8_t> Bytes, unsigned Threads = 1,
                           size_t Window = 0, StringRef Layout = "compressed") {
  std::unique_ptr<HeapFile> In = HeapFile::fromMemory(Bytes, "test", Window);
  HistogramOptions Options;
  Options.Threads = Threads;
  Options.Layout = Layout.str();
  return cantFail(Histogram::read(*In, Options));
}

static std::string text(const Histogram &H, GroupBy By = GroupBy::Class) {
  std::vector<HistogramRow> Rows = groupRows(H, By);
  llvm::sort(Rows, [](const HistogramRow &A, const HistogramRow &B) {
    return rowBefore(A, B, HistogramColumn::Name);
  });
  std::string Out;
  for (const HistogramRow &R : Rows)
    Out += R.Name + " " + std::to_string(R.Instances) + " " +
           std::to_string(R.Shallow) + " " + std::to_string(R.Largest) + " " +
           std::to_string(R.Elements) + "\n";
  return Out;
}

TEST(ObjectCounts, ManyClassesKeepTheirCounts) {
  ObjectCounts A, B;
  for (uint64_t I = 0; I != 10000; ++I) {
    A.instance(I * 8);
    B.objectArray(I * 4096, 3);
  }
  B.instance(16);
  A.merge(B);
  uint64_t Instances = 0, Arrays = 0, Of16 = 0;
  A.forEachInstance([&](uint64_t Class, uint64_t N) {
    Instances += N;
    Of16 += Class == 16 ? N : 0;
  });
  A.forEachObjectArray(
      [&](uint64_t, const ArrayLengths &L) { Arrays += L.elements(); });
  EXPECT_EQ(Instances, 10001u);
  EXPECT_EQ(Of16, 2u);
  EXPECT_EQ(Arrays, 30000u);
}

TEST(Histogram, CountsEveryKindOfObject) {
  // Node: header 12, reference 4, int 4, rounded up to 24; Object[3]: 16 + 12,
  // rounded up to 32; long[2]: 16 + 16.
  HprofBytes B = HprofBytes::good();
  Histogram H = histogram(B.bytes());
  EXPECT_THAT(text(H), testing::HasSubstr("Node 1 24 24 0\n"));
  EXPECT_THAT(text(H), testing::HasSubstr("long[] 1 32 32 2\n"));
  EXPECT_THAT(text(H), testing::HasSubstr("java.lang.Object 1 32 32 3\n"));
  EXPECT_THAT(text(H), testing::HasSubstr("java.lang.Class 2 "));
  EXPECT_EQ(H.objects(), 5u);
  EXPECT_EQ(H.unexplained(), 0u);
  EXPECT_EQ(H.dumps(), 1u);
}

TEST(Histogram, DependsOnNeitherThreadsNorWindows) {
  HprofBytes B;
  B.names();
  for (unsigned I = 0; I != 20; ++I)
    B.record(0x1c, [&] { B.goodSegment().longArray(0x1000 + I * 64, I); });
  B.frame(0x2c, 0);
  std::string Expected = text(histogram(B.bytes()));
  for (unsigned Threads : {2, 3, 16})
    EXPECT_EQ(text(histogram(B.bytes(), Threads)), Expected);
  for (size_t Window : {1, 7, 4096})
    EXPECT_EQ(text(histogram(B.bytes(), 2, Window)), Expected);
}

TEST(Histogram, ObjectsOfUnknownClassesAreCounted) {
  HprofBytes B;
  B.record(0x1c,
           [&] { B.instance(0x20, 0x99, 0).objectArray(0x28, 0x98, {}); });
  B.frame(0x2c, 0);
  Histogram H = histogram(B.bytes());
  EXPECT_EQ(H.unexplained(), 2u);
  EXPECT_THAT(text(H), testing::HasSubstr("unknown-class@0x99 1 "));
}

TEST(Histogram, SeveralDumpsAreCountedTogether) {
  HprofBytes B = HprofBytes::good();
  B.record(0x0c, [&] { B.goodSegment(); }).record(0x0c, [&] {
    B.goodSegment();
  });
  EXPECT_EQ(histogram(B.bytes()).dumps(), 3u);
}

// The first of two files ends without a HEAP DUMP END.
TEST(Histogram, AFileBehindAnotherBeginsANewDump) {
  HprofBytes B = HprofBytes::good();
  B.record(0x1c, [&] { B.goodSegment(); });
  B.header("1.0.2").record(0x1c, [&] { B.goodSegment(); });
  EXPECT_EQ(histogram(B.bytes()).dumps(), 3u);
}

TEST(Histogram, GroupsAddUp) {
  HprofBytes B;
  B.utf8(1, "[I").utf8(2, "a/b/C").utf8(3, "a/b/D").utf8(4, "E");
  B.loadClass(1, 0x10, 2).loadClass(2, 0x18, 3).loadClass(3, 0x20, 4);
  B.record(0x1c, [&] {
    B.classDump(0x10, 0, {}).classDump(0x18, 0, {}).classDump(0x20, 0, {});
    B.instance(0x100, 0x10, 0).instance(0x110, 0x18, 0);
    B.instance(0x120, 0x20, 0).longArray(0x130, 1);
  });
  B.frame(0x2c, 0);
  EXPECT_THAT(text(histogram(B.bytes()), GroupBy::Package),
              testing::AllOf(testing::HasSubstr("a.b 2 32 16 0\n"),
                             testing::HasSubstr("(unnamed package) 1 16"),
                             testing::HasSubstr("(primitive arrays) 1 24")));
}

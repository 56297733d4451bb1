//===- PagedWriterTest.cpp - Tests of paged arrays ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/MemoryAnalyzer/ListWriter.h"
#include "PagedReader.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <random>

using namespace hprof;
using namespace hprof::memoryanalyzer;
using namespace llvm;

template <class T>
static std::string write(const std::vector<uint64_t> &Values,
                         uint64_t Begin = 0) {
  std::string File(Begin, 'x');
  raw_string_ostream OS(File);
  PagedWriter<T> To(OS, Begin);
  for (uint64_t V : Values)
    To.add(T(V));
  EXPECT_EQ(To.size(), Values.size());
  const uint64_t Bytes = To.finish();
  EXPECT_EQ(Bytes, OS.str().size() - Begin);
  return File;
}

TEST(PagedWriterTest, BytesOfAnArray) {
  // 3 bits of 5 = 101, without the lowest two bits of 20 = 10100; then the
  // offsets of the page and of the end, the page size and the count.
  const uint8_t Expected[] = {3, 2, 0b10100100, 0,    0,    0, 0, 0, 0,
                              0, 0, 0,          0,    0,    0, 0, 0, 0,
                              3, 0, 15,         0x42, 0x40, 0, 0, 0, 2};
  std::string File = write<uint32_t>({20, 4});
  EXPECT_EQ(
      ArrayRef(Expected),
      ArrayRef(reinterpret_cast<const uint8_t *>(File.data()), File.size()));
}

TEST(PagedWriterTest, AnyWidthAndPage) {
  std::mt19937_64 Random(7);
  for (unsigned Bits = 0; Bits <= 64; ++Bits)
    for (unsigned Drop : {0U, 3U}) {
      std::vector<uint64_t> Values;
      for (unsigned I = 0; I != 100; ++I)
        Values.push_back(Bits ? Random() >> (64 - Bits) << Drop : 0);
      EXPECT_EQ(readPaged(write<uint64_t>(Values)), Values) << Bits;
      if (Bits + Drop <= 32) {
        EXPECT_EQ(readPaged(write<uint32_t>(Values)), Values) << Bits;
      }
    }
}

TEST(PagedWriterTest, NumberOfPages) {
  for (uint64_t Count : {0, 1, 499'999, 500'000, 500'001, 1'000'000}) {
    std::vector<uint64_t> Values(Count, 1);
    if (Count)
      Values.back() = 0x123456789;
    EXPECT_EQ(readPaged(write<uint64_t>(Values)), Values) << Count;
  }
}

TEST(PagedWriterTest, AfterOtherBytes) {
  std::string File = write<uint32_t>({1, 2, 3}, 5);
  EXPECT_EQ(readPaged(File), std::vector<uint64_t>({1, 2, 3}));
}

TEST(PagedWriterTest, CountsThatNeedMoreThanAnInt) {
  EXPECT_EQ(packCount(INT32_MAX, 483'647), 0x7fffffffu);
  EXPECT_EQ(int32_t(packCount(uint64_t(1) << 31, 483'648)), -483'648);
  EXPECT_EQ(int32_t(packCount(3'000'000'000, 1'000'000)), -1'000'000);
}

TEST(ListWriterTest, AscendingLists) {
  // Small start offsets are written as ints, whatever their width in memory.
  for (uint64_t Most : {uint64_t(10), uint64_t(UINT32_MAX)}) {
    std::string File;
    raw_string_ostream OS(File);
    ListWriter To = cantFail(ListWriter::make(OS, 5, Most, nullptr));
    To.begin(1);
    To.add(7);
    To.add(8);
    To.begin(3);
    EXPECT_EQ(To.position(), 2u);
    To.add(9);
    To.finish();
    EXPECT_EQ(readLists(OS.str(), /*HaveLengths=*/false),
              std::vector<std::vector<uint64_t>>({{}, {7, 8}, {}, {9}, {}}));
  }
}

TEST(ListWriterTest, ListsWithLengths) {
  std::string File;
  raw_string_ostream OS(File);
  ListWriter To = cantFail(ListWriter::make(OS, 3, 10, nullptr));
  To.add(0);
  To.begin(2, 2);
  To.add(5);
  To.add(4);
  To.begin(0, 1);
  To.add(3);
  To.finish();
  EXPECT_EQ(readLists(OS.str(), /*HaveLengths=*/true),
            std::vector<std::vector<uint64_t>>({{3}, {}, {5, 4}}));
}

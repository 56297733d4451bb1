//===- BigArrayTest.cpp - Large arrays of numbers -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Columns/BigArray.h"
#include "Analysis/Columns/WholePages.h"
#include "gtest/gtest.h"
#include <set>

using namespace hprof;
using namespace llvm;

TEST(BigArrayTest, IsZeroAndKeepsWhatIsWritten) {
  BigArray<uint64_t> A = cantFail(BigArray<uint64_t>::make(100000));
  ASSERT_EQ(A.size(), 100000u);
  for (uint64_t V : A.ref())
    ASSERT_EQ(V, 0u);
  for (uint64_t I = 0; I != A.size(); ++I)
    A[I] = I * I;
  EXPECT_EQ(A[99999], uint64_t(99999) * 99999);
  BigArray<uint64_t> B(std::move(A));
  EXPECT_EQ(B[777], 777u * 777u);
  // A moved-from array is documented to be empty.
  EXPECT_EQ(A.size(), 0u); // NOLINT(bugprone-use-after-move)
  EXPECT_EQ(A.data(), nullptr);
  A = std::move(B);
  EXPECT_EQ(A[777], 777u * 777u);
  EXPECT_TRUE(B.empty()); // NOLINT(bugprone-use-after-move)
}

TEST(BigArrayTest, NothingIsAnArrayToo) {
  BigArray<uint32_t> A = cantFail(BigArray<uint32_t>::make(0));
  EXPECT_TRUE(A.empty());
  EXPECT_TRUE(BigArray<uint32_t>().ref().empty());
}

TEST(BigArrayTest, TellsWhyThereIsNoMemory) {
  Expected<BigArray<uint8_t>> A = BigArray<uint8_t>::make(uint64_t(1) << 60);
  ASSERT_FALSE(bool(A));
  EXPECT_EQ(toString(A.takeError()),
            "cannot get 1152921504606846976 bytes of memory: " +
                std::generic_category().message(ENOMEM));
}

TEST(BigArrayTest, ViewsAreNotOwned) {
  uint16_t Mine[] = {1, 2, 3};
  {
    BigArray<uint16_t> A = BigArray<uint16_t>::view(Mine);
    EXPECT_EQ(A.data(), Mine);
    EXPECT_EQ(A.ref().back(), 3);
  }
  EXPECT_EQ(Mine[2], 3);
}

TEST(BigArrayTest, MoreThanThereIsIsAnError) {
  Expected<BigArray<uint8_t>> A = BigArray<uint8_t>::make(UINT64_MAX / 2);
  ASSERT_FALSE(bool(A));
  EXPECT_NE(toString(A.takeError()).find("bytes of memory"), std::string::npos);
}

// Only pages, of 4 KB or 64 KB, that are entirely in the range are discarded.
TEST(BigArrayTest, PagesThatOthersUseAreKept) {
  static constexpr uint64_t Size = 1000000;
  auto Whole = [](uint64_t Begin, uint64_t End, uint64_t PageSize) {
    const ByteRange R = wholePages({Begin, End}, Size, PageSize);
    return R.Begin < R.End ? std::pair(R.Begin, R.End) : std::pair(Size, Size);
  };
  const std::pair<uint64_t, uint64_t> None(Size, Size);
  EXPECT_EQ(Whole(16384, 32768, 4096),
            std::pair(uint64_t(16384), uint64_t(32768)));
  EXPECT_EQ(Whole(16383, 32769, 4096),
            std::pair(uint64_t(16384), uint64_t(32768)));
  EXPECT_EQ(Whole(0, 16384, 65536), None);
  EXPECT_EQ(Whole(65536, 65536 + 16384, 65536), None);
  EXPECT_EQ(Whole(65536 + 16384, 131072, 65536), None);
  EXPECT_EQ(Whole(16384, 131073, 65536),
            std::pair(uint64_t(65536), uint64_t(131072)));
  EXPECT_EQ(Whole(983040, Size, 65536), std::pair(uint64_t(983040), Size));
}

TEST(NumberArrayTest, EveryWidthKeepsItsLargest) {
  for (unsigned Width : {2, 4, 8}) {
    NumberArray A = cantFail(NumberArray::make(Width, 1000));
    EXPECT_EQ(A.width(), Width);
    EXPECT_EQ(A.size(), 1000u);
    EXPECT_EQ(A.bytes().size(), 1000 * Width);
    EXPECT_EQ(A.max(), ~uint64_t(0) >> (64 - 8 * Width));
    for (uint64_t I = 0; I != 1000; ++I) {
      EXPECT_EQ(A.get(I), 0u);
      A.set(I, A.max() - I);
    }
    for (uint64_t I = 0; I != 1000; ++I)
      EXPECT_EQ(A.get(I), A.max() - I);
    NumberArray View = NumberArray::view(A.bytes(), Width);
    EXPECT_EQ(View.get(999), A.get(999));
  }
}

TEST(NumberSetTest, IsWhatASetIs) {
  for (uint64_t Limit : {1, 63, 64, 65, 1000}) {
    NumberSet S = cantFail(NumberSet::make(Limit));
    std::set<uint64_t> Expected;
    for (uint64_t I = 0; I != 300; ++I) {
      uint64_t N = I * I * 7919 % Limit;
      EXPECT_EQ(S.insert(N), Expected.insert(N).second);
    }
    for (uint64_t N = 0; N != Limit; ++N)
      EXPECT_EQ(S.contains(N), Expected.count(N) != 0) << N;
  }
}

TEST(NumberSetTest, FindsTheLastMemberOfARange) {
  for (uint64_t Step : {1, 7, 63, 64, 65, 300}) {
    constexpr uint64_t Limit = 1000;
    NumberSet S = cantFail(NumberSet::make(Limit));
    for (uint64_t N = Step; N < Limit; N += Step)
      S.insert(N);
    for (uint64_t N = 0; N != Limit; ++N)
      for (uint64_t Least : {uint64_t(0), N / 2, N}) {
        const uint64_t Last = N / Step * Step;
        const uint64_t Found = S.lastUpTo(N, Least);
        if (Last >= Least)
          EXPECT_EQ(Found, Last) << Step << ' ' << N << ' ' << Least;
        else
          EXPECT_LT(Found, Least) << Step << ' ' << N << ' ' << Least;
      }
  }
}

//===- IdJoinerTest.cpp - Tests of IdJoiner and IdRecoder -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Kit/IdJoiner.h"
#include "hprof/Format/Kit/IdRecoder.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

namespace {
constexpr unsigned Widths[] = {1, 2, 4, 8};
/// 0 means that the payload is delivered as a whole.
constexpr size_t ChunkSizes[] = {0, 1, 7, 8, 13};

/// Ids that use all their bytes.
std::vector<uint64_t> makeIds(unsigned Width, size_t Count) {
  std::vector<uint64_t> Ids;
  for (size_t I = 0; I != Count; ++I)
    Ids.push_back((I + 1) * 0x9e3779b97f4a7c15 >> 8 * (8 - Width));
  return Ids;
}

SmallVector<uint8_t, 0> encode(ArrayRef<uint64_t> Ids, unsigned Width) {
  SmallVector<uint8_t, 0> Bytes;
  RecordEncoder Enc(Bytes, Width);
  for (uint64_t Id : Ids)
    Enc.number(Id, Width);
  return Bytes;
}

/// Calls \p F with \p Bytes in chunks of \p Size.
template <class Fn> void inChunks(ArrayRef<uint8_t> Bytes, size_t Size, Fn F) {
  if (!Size)
    return F(Bytes);
  for (; !Bytes.empty(); Bytes = Bytes.drop_front(std::min(Size, Bytes.size())))
    F(Bytes.take_front(Size));
}
} // namespace

TEST(IdJoiner, ChunksAreSplitAnywhere) {
  for (unsigned Width : Widths)
    for (size_t Size : ChunkSizes) {
      std::vector<uint64_t> Ids = makeIds(Width, 29), Found;
      IdJoiner Joiner;
      Joiner.begin(Width);
      inChunks(encode(Ids, Width), Size, [&](ArrayRef<uint8_t> Chunk) {
        Joiner.add(Chunk, [&](uint64_t Id) { Found.push_back(Id); });
      });
      EXPECT_EQ(Found, Ids) << Width << " " << Size;
      EXPECT_FALSE(Joiner.isInside());
    }
}

TEST(IdJoiner, AnIdIsToldWithItsLastByte) {
  IdJoiner Joiner;
  std::vector<uint64_t> Found;
  auto Add = [&](ArrayRef<uint8_t> Chunk) {
    Joiner.add(Chunk, [&](uint64_t Id) { Found.push_back(Id); });
  };
  Joiner.begin(4);
  EXPECT_EQ(Joiner.missing(), 4u);
  Add({});
  Add({1, 2, 3});
  EXPECT_TRUE(Found.empty());
  EXPECT_TRUE(Joiner.isInside());
  EXPECT_EQ(Joiner.missing(), 1u);
  Add({});
  Add({4, 5});
  EXPECT_EQ(Found, std::vector<uint64_t>{0x01020304});
  EXPECT_EQ(Joiner.missing(), 3u);
}

TEST(IdJoiner, APayloadThatWasCutLeavesNothingForTheNext) {
  IdJoiner Joiner;
  std::vector<uint64_t> Found;
  auto Add = [&](ArrayRef<uint8_t> Chunk) {
    Joiner.add(Chunk, [&](uint64_t Id) { Found.push_back(Id); });
  };
  Joiner.begin(8);
  Add({0xff, 0xff, 0xff});
  EXPECT_TRUE(Joiner.isInside());
  Joiner.begin(2);
  EXPECT_FALSE(Joiner.isInside());
  Add({0, 1, 0});
  Add({2});
  EXPECT_EQ(Found, (std::vector<uint64_t>{1, 2}));
}

TEST(IdJoiner, ForEachIdReturnsWhatIsLeft) {
  const uint8_t Bytes[] = {0, 1, 0, 2, 7};
  std::vector<uint64_t> Found;
  ArrayRef<uint8_t> Rest =
      forEachId(Bytes, 2, [&](uint64_t Id) { Found.push_back(Id); });
  EXPECT_EQ(Found, (std::vector<uint64_t>{1, 2}));
  ASSERT_EQ(Rest.size(), 1u);
  EXPECT_EQ(Rest.front(), 7);
}

TEST(IdRecoder, ChunksAreSplitAnywhere) {
  for (unsigned From : Widths)
    for (unsigned To : Widths)
      for (size_t Size : ChunkSizes) {
        std::vector<uint64_t> Ids = makeIds(std::min(From, To), 29);
        IdRecoder Recoder;
        // A truncated id is discarded.
        Recoder.begin(8, 4);
        EXPECT_TRUE(Recoder.recode({1, 2, 3}).empty());
        Recoder.begin(From, To);
        SmallVector<uint8_t, 0> Out;
        inChunks(encode(Ids, From), Size, [&](ArrayRef<uint8_t> Chunk) {
          append_range(Out, Recoder.recode(Chunk));
        });
        EXPECT_EQ(Out, encode(Ids, To)) << From << " " << To << " " << Size;
      }
}

TEST(IdRecoder, TheSameWidthCopiesNothing) {
  IdRecoder Recoder;
  Recoder.begin(8, 8);
  const uint8_t Bytes[] = {1, 2, 3};
  EXPECT_EQ(Recoder.recode(Bytes).data(), Bytes);
}

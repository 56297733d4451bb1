//===- EdgeLogTest.cpp - Edges that a search passes over ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Dominators/EdgeLists.h"
#include "gtest/gtest.h"
#include <random>
#include <thread>

using namespace hprof;
using namespace llvm;

namespace {

template <class T> class EdgeLogTest : public testing::Test {
public:
  using Edges = std::vector<std::pair<T, T>>;
  static constexpr size_t BlockSize = EdgeLog<T>::BlockSize;

  static void add(EdgeLog<T> &Log, const Edges &All) {
    for (auto [From, To] : All)
      Log.add(From, To);
  }

  /// Checks the logged edges to each number, and their order.
  static void expect(EdgeLog<T> &Log, const Edges &All, bool UseThread) {
    std::vector<std::vector<T>> Want(Log.blocks() * BlockSize);
    for (auto [From, To] : All)
      Want[To].push_back(From);
    std::vector<size_t> Prepared;
    EdgeListReader<T> Reader(Log, nullptr, UseThread,
                             [&](size_t Block) { Prepared.push_back(Block); });
    for (size_t Block = Log.blocks(); Block--;) {
      const EdgeLists<T> *Lists = cantFail(Reader.next());
      const T *Begin = Lists->Froms.data(), *Next = Begin;
      for (size_t I = BlockSize; I--;) {
        ArrayRef<T> Found(Next, Begin + Lists->Ends[I]);
        Next = Found.end();
        if (Found != ArrayRef<T>(Want[Block * BlockSize + I]))
          FAIL() << "the lists of " << Block * BlockSize + I << " differ";
      }
    }
    ASSERT_EQ(Prepared.size(), Log.blocks());
    EXPECT_TRUE(llvm::is_sorted(llvm::reverse(Prepared)));
  }

  /// Edges from nearby sources, edges from random sources, repeated edges, and
  /// many edges to a single number.
  static Edges anyEdges(T Limit, size_t Size, uint64_t Seed) {
    std::mt19937_64 Random(Seed);
    Edges All;
    T Hot = T(Random() % Limit), To = 0;
    while (All.size() < Size) {
      T From = T(Random() % Limit);
      for (unsigned I = Random() % 40; I; --I) {
        From = T((From + Random() % 300) % Limit);
        unsigned Kind = Random() % 8;
        To = Kind < 3   ? Hot
             : Kind < 4 ? To
             : Kind < 6 ? T((From + Random() % 1000) % Limit)
                        : T(Random() % Limit);
        All.emplace_back(From, To);
      }
    }
    return All;
  }
};

using Widths = testing::Types<uint32_t, uint64_t>;
TYPED_TEST_SUITE(EdgeLogTest, Widths, );

TYPED_TEST(EdgeLogTest, GivesBackWhatWasAdded) {
  using T = TypeParam;
  uint64_t Seed = 0;
  for (T Limit : {T(1), T(100), T(32768), T(32769), T(200000)})
    for (size_t Size : {0, 1, 1000, 100000})
      for (bool UseThread : {false, true}) {
        SCOPED_TRACE(testing::Message() << Limit << ' ' << Size);
        auto All = TestFixture::anyEdges(Limit, Size, ++Seed);
        EdgeLog<T> Log(Limit, nullptr);
        TestFixture::add(Log, All);
        Log.close();
        cantFail(Log.takeError());
        TestFixture::expect(Log, All, UseThread);
      }
}

TYPED_TEST(EdgeLogTest, TellsTheFarthestFromTheNearest) {
  using T = TypeParam;
  // Around the largest distances of each encoding, and those that wrap around.
  std::vector<T> Froms;
  for (T Middle : {T(0), T(63), T(64), T(127), T(128), T(255), T(32768),
                   T(T(-1) / 2), T(-1)})
    for (T Off : {T(-2), T(-1), T(0), T(1), T(2)})
      Froms.push_back(T(Middle + Off));
  typename TestFixture::Edges All;
  for (T A : Froms)
    for (T B : Froms)
      for (T To : {T(0), T(7), T(32767), T(32768), T(40000)}) {
        All.emplace_back(A, To);
        All.emplace_back(B, To);
      }
  EdgeLog<T> Log(40001, nullptr);
  TestFixture::add(Log, All);
  Log.close();
  TestFixture::expect(Log, All, false);
}

TYPED_TEST(EdgeLogTest, TakesFewBytesOfWhatIsNear) {
  using T = TypeParam;
  EdgeLog<T> Log(100, nullptr);
  auto Bytes = [&](T From, T To) {
    Log.add(From, To);
    Log.close();
    return Log.bytes(0);
  };
  EXPECT_EQ(Bytes(5, 3), 3u);
  EXPECT_EQ(Bytes(7, 3), 4u);
  EXPECT_EQ(Bytes(7, 4), 7u);
  EXPECT_EQ(Bytes(1000, 4), 10 + sizeof(T));
}

TYPED_TEST(EdgeLogTest, IsSuppliedByAnotherThread) {
  using T = TypeParam;
  auto All = TestFixture::anyEdges(3000000, 2000000, 1);
  EdgeLog<T> Log(3000000, nullptr);
  std::thread Supplier([&] { Log.supply(); });
  TestFixture::add(Log, All);
  Log.close();
  Supplier.join();
  cantFail(Log.takeError());
  uint64_t Found = 0;
  for (size_t Block = 0; Block != Log.blocks(); ++Block)
    Log.forEach(Block, [&](T, uint32_t) { ++Found; });
  EXPECT_EQ(Found, All.size());
}

// Each slab may be a file, and the number of files is limited.
TYPED_TEST(EdgeLogTest, TakesLargerSlabsOfALargeLog) {
  using T = TypeParam;
  const size_t Old = std::exchange(EdgeLog<T>::SlabSize, size_t(16) << 10);
  constexpr T Blocks = 300;
  constexpr T Limit = Blocks << EdgeLog<T>::BlockBits;
  typename TestFixture::Edges All;
  for (T Block = 0; Block != Blocks; ++Block)
    All.emplace_back(Limit - Block, Block << EdgeLog<T>::BlockBits);
  EdgeLog<T> Log(Limit - 1, nullptr);
  this->add(Log, All);
  Log.close();
  // 64 slabs of one chunk, 64 of two chunks, and the others of four chunks.
  EXPECT_EQ(Log.slabs(), 64U + 64 + (300 - 3 * 64) / 4);
  EXPECT_EQ(Log.bytes(), 300U << 14);
  this->expect(Log, All, /*UseThread=*/true);
  EdgeLog<T>::SlabSize = Old;
}

TYPED_TEST(EdgeLogTest, FailsWhenThereIsNoRoom) {
  using T = TypeParam;
  auto None = MemoryBudget::create(1, "/nonexistent/directory");
  EdgeLog<T> Log(100, None.get());
  for (T I = 0; I != 100000; ++I)
    Log.add(I, I % 100);
  Log.close();
  EXPECT_EQ(toString(Log.takeError()),
            "'/nonexistent/directory': No such file or directory");
}

TYPED_TEST(EdgeLogTest, ReadersFailWhenThereIsNoRoom) {
  using T = TypeParam;
  auto None = MemoryBudget::create(1, "/nonexistent/directory");
  for (bool UseThread : {false, true}) {
    EdgeLog<T> Log(100000, nullptr);
    Log.add(1, 2);
    Log.close();
    EdgeListReader<T> Reader(Log, None.get(), UseThread, [](size_t) {});
    EXPECT_EQ(toString(Reader.next().takeError()),
              "'/nonexistent/directory': No such file or directory");
  }
}

TYPED_TEST(EdgeLogTest, NeedNotBeReadToTheEnd) {
  using T = TypeParam;
  auto All = TestFixture::anyEdges(1000000, 1000, 1);
  EdgeLog<T> Log(1000000, nullptr);
  TestFixture::add(Log, All);
  Log.close();
  EdgeListReader<T> Reader(Log, nullptr, true, [](size_t) {});
  cantFail(Reader.next());
}

} // namespace

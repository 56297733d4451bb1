//===- NumberStepsTest.cpp - Numbers close to others, in one byte ---------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Columns/NumberSteps.h"
#include "gtest/gtest.h"
#include <random>

using namespace hprof;
using namespace llvm;

namespace {

template <class T> class NumberStepsTest : public testing::Test {
public:
  /// Parents of the numbers starting at 1, in preorder: a node is a child of
  /// the previous node or of one of its ancestors. \p Up is the probability of
  /// the latter, and \p FarUp the probability that the ancestor is far up, both
  /// in 16ths.
  static std::vector<T> anyTree(T Count, unsigned Up, unsigned FarUp,
                                uint64_t Seed) {
    std::mt19937_64 Random(Seed);
    std::vector<T> Parents{0}, Way{0};
    for (T I = 1; I <= Count; ++I) {
      if (Way.size() > 1 && Random() % 16 < Up)
        Way.pop_back();
      if (Random() % 16 < FarUp)
        Way.resize(1 + Random() % Way.size());
      Parents.push_back(Way.back());
      Way.push_back(I);
    }
    return Parents;
  }

  static void expect(const ParentSteps<T> &P, ArrayRef<T> Want) {
    typename ParentSteps<T>::Ascent Up(P);
    for (T I = 1; I < Want.size(); ++I)
      ASSERT_EQ(Up.next(I), Want[I]) << I;
    typename ParentSteps<T>::Descent Down(P);
    for (T I = T(Want.size()); --I;)
      ASSERT_EQ(Down.next(I), Want[I]) << I;
  }
};

using Widths = testing::Types<uint32_t, uint64_t>;
TYPED_TEST_SUITE(NumberStepsTest, Widths, );

TYPED_TEST(NumberStepsTest, ParentsAreKeptBothWays) {
  using T = TypeParam;
  for (unsigned Up : {0, 7, 15, 16})
    for (unsigned FarUp : {0, 1, 8}) {
      SCOPED_TRACE(testing::Message() << Up << ' ' << FarUp);
      auto Want = TestFixture::anyTree(20000, Up, FarUp, Up * 16 + FarUp);
      auto P = cantFail(ParentSteps<T>::make(Want.size(), nullptr));
      for (T I = 1; I != Want.size(); ++I)
        P.push(I, Want[I]);
      TestFixture::expect(P, Want);
    }
}

TYPED_TEST(NumberStepsTest, StarsTakeNothingBesides) {
  using T = TypeParam;
  auto P = cantFail(ParentSteps<T>::make(1000000, nullptr));
  std::vector<T> Want{0, 0};
  P.push(1, 0);
  for (T I = 2; I != 1000000; ++I) {
    P.push(I, 1);
    Want.push_back(1);
  }
  EXPECT_EQ(P.numFar(), 1u);
  TestFixture::expect(P, Want);
}

TYPED_TEST(NumberStepsTest, ParentsCanBeTakenBack) {
  using T = TypeParam;
  auto Want = TestFixture::anyTree(5000, 12, 2, 1);
  auto Other = TestFixture::anyTree(5000, 15, 8, 2);
  auto P = cantFail(ParentSteps<T>::make(Want.size(), nullptr));
  for (T I = 1; I != Want.size(); ++I) {
    P.push(I, Want[I]);
    if (I % 1000)
      continue;
    T Last = I;
    for (; Last + 1 != Other.size() && Last != I + 700; ++Last)
      P.push(Last + 1, Other[Last + 1]);
    for (; Last != I; --Last)
      P.pop(Last);
  }
  TestFixture::expect(P, Want);
}

TYPED_TEST(NumberStepsTest, AscendingNumbersFitTheirBytes) {
  using T = TypeParam;
  std::mt19937_64 Random(1);
  for (T Widest : {T(1), T(200), T(600), T(1) << 20}) {
    std::vector<T> Want;
    T Last = 0;
    for (unsigned I = 0; I != 3000; ++I)
      Want.push_back(Last += T(1 + Random() % Widest));
    std::vector<uint8_t> Bytes(
        AscendingNumbers<T>::bytes(Want.size(), uint64_t(Last) + 1));
    typename AscendingNumbers<T>::Writer Out(Bytes.data());
    for (T I : Want)
      Out.add(I);
    ASSERT_LE(Out.end(), Bytes.data() + Bytes.size());
    typename AscendingNumbers<T>::Reader In(Bytes.data(), Out.end());
    for (T I : Want) {
      ASSERT_FALSE(In.atEnd());
      ASSERT_EQ(In.next(), I);
    }
    EXPECT_TRUE(In.atEnd());
  }
}

} // namespace

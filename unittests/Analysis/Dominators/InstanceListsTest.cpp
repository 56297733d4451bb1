//===- InstanceListsTest.cpp - Instances by their classes -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Dominators/InstanceLists.h"
#include "gtest/gtest.h"
#include <map>
#include <random>

using namespace hprof;
using namespace llvm;

namespace {

template <class T> class InstanceListsTest : public testing::Test {};
using Widths = testing::Types<uint32_t, uint64_t>;
TYPED_TEST_SUITE(InstanceListsTest, Widths, );

TYPED_TEST(InstanceListsTest, AreThoseOfTheirTypes) {
  using T = TypeParam;
  constexpr T Count = 20000;
  std::mt19937_64 Random(1);
  // There are types 0 to 5: 1 and 4 have class 700, 2 has class 9000, and 3 has
  // class 1.
  NumberArray Types = cantFail(NumberArray::make(2, Count + 1));
  std::vector<T> Vertex;
  for (T I = 0; I <= Count; ++I) {
    Types.set(I, Random() % 6);
    Vertex.push_back(Count - I);
  }
  const std::map<uint64_t, T> Classes{{1, 700}, {2, 9000}, {3, 1}, {4, 700}};
  std::map<T, std::vector<T>> Want;
  for (T I = 1; I <= Count; ++I)
    if (auto It = Classes.find(Types.get(Vertex[I])); It != Classes.end())
      if (I != It->second && I + 1 != It->second)
        Want[It->second].push_back(I);
  for (unsigned Threads : {1, 2}) {
    InstanceLists<T> Lists;
    for (auto [Type, Class] : Classes)
      Lists.add(Class, Type, Count);
    cantFail(Lists.find(Types, Vertex, Count, Threads, nullptr));
    for (T Class : {9000, 700, 1}) {
      ASSERT_TRUE(Lists.isLast(Class));
      EXPECT_FALSE(Lists.isLast(Class + 1));
      std::vector<T> Found;
      Lists.template takeLast<16>(
          [&](ArrayRef<T> Some) { append_range(Found, Some); });
      llvm::sort(Found);
      EXPECT_TRUE(Found == Want[Class]) << Class;
    }
    EXPECT_FALSE(Lists.isLast(1));
  }
}

} // namespace

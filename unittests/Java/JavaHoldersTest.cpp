//===- JavaHoldersTest.cpp - Tests of fields that keep things -------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Java/JavaHolders.h"
#include "hprof/Java/JavaCollections.h"
#include "gtest/gtest.h"

using namespace hprof;

TEST(JavaHolders, Parts) {
  EXPECT_EQ(heldPart("java.util.Optional", "value"), HeldPart::Element);
  EXPECT_EQ(heldPart("java.util.ArrayList", "elementData"), HeldPart::Link);
  EXPECT_EQ(heldPart("java.util.HashSet", "map"), HeldPart::SetLink);
  EXPECT_EQ(heldPart("java.util.HashMap$Node", "key"), HeldPart::Key);
  EXPECT_EQ(heldPart("java.util.HashMap$Node", "value"), HeldPart::Value);
  EXPECT_EQ(heldPart("java.util.HashMap$Node", "next"), HeldPart::Link);
  EXPECT_EQ(heldPart("java.util.LinkedList$Node", "item"), HeldPart::Element);
  EXPECT_EQ(heldPart("java.util.ImmutableCollections$Map1", "k0"),
            HeldPart::Key);
  EXPECT_EQ(heldPart("java.util.ImmutableCollections$MapN", "table"),
            HeldPart::Turns);
  EXPECT_EQ(heldPart("java.util.ImmutableCollections$Set1", "e0"),
            HeldPart::Element);
  EXPECT_EQ(heldPart("java.util.EnumMap", "keyUniverse"), HeldPart::None);
  EXPECT_EQ(heldPart("java.util.HashMap", "keySet"), HeldPart::None);
  EXPECT_EQ(heldPart("java.util.HashMap", ""), HeldPart::None);
  EXPECT_EQ(heldPart("", "value"), HeldPart::None);
}

/// Each collection with an array or entries leads to them.
TEST(JavaHolders, EachCollection) {
  for (const CollectionRow &R : collectionRows()) {
    const bool IsKnown = heldPart(R.Class, R.Array) != HeldPart::None;
    EXPECT_EQ(IsKnown, !R.Array.empty()) << R.Class.str();
  }
}

TEST(JavaHolders, WaysThroughMapsAndSets) {
  HeldWay Next;
  const HeldWay Start;
  EXPECT_FALSE(Start.follows(HeldPart::None, Next));
  EXPECT_TRUE(Start.follows(HeldPart::Value, Next));
  EXPECT_FALSE(Start.follows(HeldPart::Key, Next));
  ASSERT_TRUE(Start.follows(HeldPart::SetLink, Next));
  const HeldWay Set = Next;
  ASSERT_TRUE(Set.follows(HeldPart::Link, Next));
  EXPECT_TRUE(Next.IsSet);
  EXPECT_FALSE(Set.follows(HeldPart::Value, Next));
  ASSERT_TRUE(Set.follows(HeldPart::Key, Next));
  EXPECT_FALSE(Next.IsSet);
  ASSERT_TRUE(Start.follows(HeldPart::Turns, Next));
  EXPECT_TRUE(Next.IsTurns);
}

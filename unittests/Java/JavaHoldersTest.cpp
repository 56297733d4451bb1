//===- JavaHoldersTest.cpp - Tests of fields that hold objects ------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Java/JavaHolders.h"
#include "hprof/Java/CollectionRows.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

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

/// The holder table covers exactly the collections with an array or entries.
TEST(JavaHolders, EachCollection) {
  for (const CollectionRow &R : collectionRows()) {
    const StringRef Array = R.fields()[0];
    const bool IsKnown = heldPart(R.Class, Array) != HeldPart::None;
    EXPECT_EQ(IsKnown, !Array.empty()) << R.Class.str();
  }
}

TEST(JavaHolders, WaysThroughMapsAndSets) {
  using Next = std::optional<HeldWay>;
  const Next None;
  EXPECT_EQ(followHeld(HeldWay::Plain, HeldPart::None), None);
  EXPECT_EQ(followHeld(HeldWay::Plain, HeldPart::Value), Next(HeldWay::Plain));
  EXPECT_EQ(followHeld(HeldWay::Plain, HeldPart::Key), None);
  EXPECT_EQ(followHeld(HeldWay::Plain, HeldPart::SetLink), Next(HeldWay::Set));
  EXPECT_EQ(followHeld(HeldWay::Set, HeldPart::Link), Next(HeldWay::Set));
  EXPECT_EQ(followHeld(HeldWay::Set, HeldPart::Value), None);
  EXPECT_EQ(followHeld(HeldWay::Set, HeldPart::Key), Next(HeldWay::Plain));
  EXPECT_EQ(followHeld(HeldWay::Plain, HeldPart::Turns), Next(HeldWay::Turns));
  EXPECT_EQ(followElement(HeldWay::Turns), HeldWay::Plain);
  EXPECT_EQ(followElement(HeldWay::Set), HeldWay::Set);
}

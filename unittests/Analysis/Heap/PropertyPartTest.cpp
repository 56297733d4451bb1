//===- PropertyPartTest.cpp - Tests for the output of properties ----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Heap/PropertyPart.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

static SystemProperties properties() {
  SystemProperties Found;
  Found.HasProperties = true;
  Found.Properties = {{"user.name", "ana"}, {"odd", std::nullopt}};
  return Found;
}

TEST(PropertyPart, ValuesOnlyIfAskedFor) {
  for (bool ShowsValues : {false, true}) {
    const PropertyPart Part(properties(), {ShowsValues, /*HasContents=*/true});
    const std::unique_ptr<Rows> Facts = Part.facts();
    ASSERT_TRUE(Facts->next());
    const Datum All = Facts->get(0);
    ASSERT_TRUE(All.rows()->next());
    EXPECT_EQ(All.rows()->get(0).text(), StringRef("user.name"));
    EXPECT_EQ(All.rows()->has(1), ShowsValues);
    EXPECT_EQ(All.rows()->get(1).text(), StringRef("ana"));
    ASSERT_TRUE(All.rows()->next());
    EXPECT_TRUE(All.rows()->get(1).isNull());
    EXPECT_FALSE(All.rows()->next());
    EXPECT_TRUE(Facts->get(1).isNull()); // The dump has no environment.
  }
}

TEST(PropertyPart, FormatsWithoutContents) {
  const PropertyPart Part(properties(), {true, /*HasContents=*/false});
  const std::unique_ptr<Rows> Facts = Part.facts();
  ASSERT_TRUE(Facts->next());
  EXPECT_TRUE(Facts->get(0).isNull());
}

//===- JavaValuesTest.cpp - Classes of texts and boxed values -------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Java/JavaValues.h"
#include "gtest/gtest.h"

using namespace hprof;

TEST(JavaValues, TextsHaveAKind) {
  EXPECT_EQ(textKind("java.lang.String"), TextKind::String);
  EXPECT_EQ(textKind("java.lang.StringBuffer"), TextKind::Builder);
  EXPECT_EQ(textKind("java.lang.ProcessEnvironment$Value"),
            TextKind::Environment);
  EXPECT_FALSE(textKind("java.lang.CharSequence"));
  EXPECT_FALSE(textKind("String"));
}

TEST(JavaValues, EachPrimitiveTypeHasItsBox) {
  for (unsigned T = unsigned(BasicType::Boolean);
       T <= unsigned(BasicType::Long); ++T) {
    unsigned Boxes = 0;
    for (const BoxClass &B : boxClasses())
      Boxes += B.Type == BasicType(T);
    EXPECT_EQ(Boxes, 1u) << basicTypeName(BasicType(T)).str();
  }
}

TEST(JavaValues, BoxesOfRealNumbersAreNotCached) {
  const BoxClass *Int = findBox("java.lang.Integer");
  const BoxClass *Real = findBox("java.lang.Double");
  ASSERT_TRUE(Int && Real);
  EXPECT_TRUE(Int->isCached(-128));
  EXPECT_FALSE(Int->isCached(128));
  EXPECT_FALSE(Real->isCached(0));
}

TEST(JavaValues, StringsAndBoxesAreValues) {
  EXPECT_TRUE(isValueClass("java.lang.String"));
  EXPECT_TRUE(isValueClass("java.lang.Boolean"));
  EXPECT_FALSE(isValueClass("java.lang.StringBuilder"));
  EXPECT_FALSE(isValueClass("java.lang.Number"));
}

//===- QueryValueTest.cpp - Tests of values in queries --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Query/Heap/QueryTable.h"
#include "gtest/gtest.h"

using namespace hprof;

namespace {

TEST(QueryValueTest, Numbers) {
  EXPECT_EQ(QueryValue{int64_t(7)}.number(), 7U);
  EXPECT_EQ(QueryValue{int64_t(-1)}.number(), UINT64_MAX);
  EXPECT_EQ(QueryValue{2.0}.number(), 2U);
  EXPECT_EQ(QueryValue{2.5}.number(), std::nullopt);
  EXPECT_EQ(QueryValue{1e300}.number(), std::nullopt);
  EXPECT_EQ(QueryValue{}.number(), std::nullopt);
}

TEST(QueryValueTest, TextsAreIds) {
  EXPECT_EQ(QueryValue{std::string("0x7f00")}.number(), 0x7f00U);
  EXPECT_EQ(QueryValue{std::string("12")}.number(), 12U);
  EXPECT_EQ(QueryValue{std::string("0x")}.number(), std::nullopt);
  EXPECT_EQ(QueryValue{std::string("")}.number(), std::nullopt);
  EXPECT_EQ(QueryValue{std::string("0x10000000000000000")}.number(),
            std::nullopt);
}

TEST(RowRequestTest, Equal) {
  RowRequest R;
  R.Limits.push_back({"id", QueryOp::AtLeast, {int64_t(1)}});
  EXPECT_EQ(R.equal("id"), nullptr);
  R.Limits.push_back({"id", QueryOp::Equal, {int64_t(2)}});
  ASSERT_NE(R.equal("id"), nullptr);
  EXPECT_EQ(R.equal("id")->number(), 2U);
  EXPECT_EQ(R.equal("class"), nullptr);
}

/// The last bit stands for all further columns.
TEST(RowRequestTest, Used) {
  RowRequest R;
  R.Used = 1 | uint64_t(1) << RowRequest::MaxUsed;
  EXPECT_TRUE(R.uses(0));
  EXPECT_FALSE(R.uses(1));
  EXPECT_TRUE(R.uses(RowRequest::MaxUsed));
  EXPECT_TRUE(R.uses(RowRequest::MaxUsed + 100));
}

} // namespace

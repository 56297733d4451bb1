//===- PassPipelineTest.cpp - Tests of parsing lists of passes ------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Passes/Pass.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

static std::string fault(StringRef Text) {
  Expected<std::vector<PassCall>> Calls = parsePasses(Text);
  return Calls ? "" : toString(Calls.takeError());
}

TEST(PassPipeline, ReadsCallsInOrder) {
  std::vector<PassCall> Calls = cantFail(
      parsePasses(" strip-arrays ( min = 64k , type=byte,type='char' ) ,"
                  "id-size(4),identity()"));
  ASSERT_EQ(Calls.size(), 3u);
  EXPECT_STREQ(Calls[0].pass().Name, "strip-arrays");
  EXPECT_EQ(Calls[0].size("min", 0), 65536u);
  EXPECT_EQ(Calls[0].getAll("type"),
            (std::vector<std::string>{"byte", "char"}));
  EXPECT_FALSE(Calls[0].has("nodata"));
  EXPECT_EQ(Calls[1].get("bytes"), "4");
  EXPECT_EQ(Calls[1].text(), "id-size(4)");
  EXPECT_EQ(Calls[2].column(), 65u);
}

TEST(PassPipeline, QuotesKeepCommasAndParentheses) {
  std::vector<PassCall> Calls =
      cantFail(parsePasses("filter(drop='/a(b|c),''d''/')"));
  EXPECT_EQ(Calls[0].get("drop"), "/a(b|c),'d'/");
}

TEST(PassPipeline, FaultsNameTheColumn) {
  EXPECT_EQ(fault(""), "column 1: expected a pass name, found the end");
  EXPECT_EQ(fault("identity)"), "column 9: expected ',', found ')'");
  EXPECT_EQ(fault("filter(drop='a)"), "column 13: unterminated quote");
  EXPECT_EQ(fault("identity(x)"), "column 10: 'identity' has no parameter 'x'");
  EXPECT_EQ(fault("strip-arrays(nodata=1)"),
            "column 14: 'nodata' takes no value");
  EXPECT_EQ(fault("take-dump"), "column 1: 'take-dump' needs number=<n>");
}

TEST(PassTable, IsSortedAndDescribed) {
  std::string Last;
  for (const PassInfo &P : allPasses()) {
    EXPECT_LT(Last, P.Name);
    Last = P.Name;
    EXPECT_NE(P.Help[0], 0);
    EXPECT_NE(P.Memory[0], 0);
    ASSERT_TRUE(P.Add);
  }
}

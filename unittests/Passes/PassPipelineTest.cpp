//===- PassPipelineTest.cpp - Tests of parsing lists of passes ------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Passes/Pass.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;
using testing::HasSubstr;

static std::string fault(StringRef Text) {
  Expected<std::vector<PassCall>> Calls = parsePasses(Text);
  return Calls ? "" : toString(Calls.takeError());
}

static PassPlan planOf(StringRef Text) {
  PassPlan Plan;
  for (const PassCall &C : cantFail(parsePasses(Text)))
    cantFail(C.Add(Plan));
  return Plan;
}

TEST(PassPipeline, ReadsCallsInOrder) {
  std::vector<PassCall> Calls = cantFail(
      parsePasses(" strip-arrays ( min = 64k , type=byte,type='char' ) ,"
                  "id-size(4),identity()"));
  ASSERT_EQ(Calls.size(), 3u);
  EXPECT_EQ(Calls[0].Pass->Name, "strip-arrays");
  EXPECT_EQ(Calls[1].Text, "id-size(4)");
  EXPECT_EQ(Calls[2].Column, 65u);
}

TEST(PassPipeline, ParametersReachThePlan) {
  EXPECT_EQ(planOf("segment ( max = 64k )").SegmentSize, 65536u - 9);
  EXPECT_EQ(planOf("segment(max=64k)").To, Format::Hprof);
  EXPECT_EQ(planOf("segment(1.0.1)").To, Format::HprofOld);
  EXPECT_EQ(planOf("segment(version='1.0.2')").To, Format::HprofCurrent);
  EXPECT_TRUE(planOf("strip-arrays(type=byte,type=int)").KeepsFrames);
  EXPECT_FALSE(planOf("strip-arrays(type=byte,nodata)").KeepsFrames);
}

TEST(PassPipeline, QuotesKeepCommasAndParentheses) {
  PassPlan Plan;
  std::vector<PassCall> Calls = cantFail(parsePasses("rename('a(b|c),''d''')"));
  EXPECT_THAT(toString(Calls[0].Add(Plan)), HasSubstr("'a(b|c),'d''"));
}

TEST(PassPipeline, FaultsNameTheColumn) {
  EXPECT_EQ(fault(""), "column 1: expected a pass name, found the end");
  EXPECT_EQ(fault("identity)"), "column 9: expected ',', found ')'");
  EXPECT_EQ(fault("filter(drop='a)"), "column 13: unterminated quote");
  EXPECT_EQ(fault("identity(x)"), "column 10: 'x': unknown, expected none");
  EXPECT_EQ(fault("strip-arrays(nodata=1)"),
            "column 14: 'nodata' takes no value");
  EXPECT_THAT(fault("filter(drop=a,drop='/(/',drop=b)"),
              HasSubstr("column 15: 'drop': not a regular expression"));
  EXPECT_EQ(fault("filter(drop)"),
            "column 8: 'drop': expected a value, not ''");
  EXPECT_EQ(fault("sort,take-dump"), "column 6: 'take-dump' needs 'number'");
  EXPECT_EQ(fault("take-dump(1,2)"), "column 13: 'number': given twice");
}

TEST(PassTable, IsSortedAndDescribed) {
  StringRef Last;
  for (const PassInfo &P : allPasses()) {
    EXPECT_LT(Last, P.Name);
    Last = P.Name;
    EXPECT_FALSE(P.Sentence.empty());
    EXPECT_FALSE(P.Memory.empty());
  }
}

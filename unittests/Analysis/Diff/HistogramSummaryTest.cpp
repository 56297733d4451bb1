//===- HistogramSummaryTest.cpp - Tests of reading histograms in JSON -----===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Diff/HistogramSummary.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

/// A summary grouped by \p By with the rows \p Rows; the file has 3 objects.
static std::string summary(StringRef By, StringRef Rows) {
  return (R"({"schema_version": 2, "tool": {"name": "hprof-histo"},
    "files": [{"file": "a", "id_size": 8, "time_ms": 7, "objects": 3,
               "bytes": 48, "layout": {"name": "compressed", "text": "64-bit",
                                       "certain": true}}],
    "by": ")" +
          By + R"(", "rows_in_all": 2, "rows": [)" + Rows +
          R"(], "damaged": true})")
      .str();
}

static const char TwoLambdas[] =
    R"({"class": "a.M$$Lambda$1", "instances": 1, "shallow": 16},
       {"class": "a.M$$Lambda$2", "instances": 2, "shallow": 32})";

static std::string fault(StringRef Text, GroupBy By = GroupBy::Name) {
  Expected<HeapCounts> C = parseSummary(Text, By);
  return C ? "none" : toString(C.takeError());
}

static std::string changed(std::string Text, StringRef From, StringRef To) {
  size_t At = Text.find(From);
  EXPECT_NE(At, std::string::npos);
  return Text.replace(At, From.size(), To);
}

TEST(HistogramSummary, FactsAndRowsAreTaken) {
  HeapCounts C =
      cantFail(parseSummary(summary("class", TwoLambdas), GroupBy::Class));
  EXPECT_TRUE(C.IsSummary);
  EXPECT_TRUE(C.IsDamaged);
  EXPECT_EQ(C.Millis, 7u);
  EXPECT_EQ(C.IdSize, 8u);
  EXPECT_EQ(C.Layout, "compressed");
  EXPECT_EQ(C.Objects, 3u);
  EXPECT_EQ(C.Bytes, 48u);
  ASSERT_EQ(C.Keys.size(), 2u);
  EXPECT_EQ(C.Keys[1].Key, "a.M$$Lambda$2");
  EXPECT_EQ(C.Keys[1].Shallow, 32u);
  EXPECT_FALSE(C.Keys[1].Retained);
}

TEST(HistogramSummary, ClassesAreGroupedAsWanted) {
  std::string Text = summary("class", TwoLambdas);
  HeapCounts Names = cantFail(parseSummary(Text, GroupBy::Name));
  ASSERT_EQ(Names.Keys.size(), 1u);
  EXPECT_EQ(Names.Keys[0].Key, "a.M$$Lambda");
  EXPECT_EQ(Names.Keys[0].Instances, 3u);
  HeapCounts Packages = cantFail(parseSummary(Text, GroupBy::Package));
  ASSERT_EQ(Packages.Keys.size(), 1u);
  EXPECT_EQ(Packages.Keys[0].Key, "a");
}

TEST(HistogramSummary, RetainedSizesAreThoseOfTheSameGroups) {
  std::string Text = summary(
      "name",
      R"({"name": "A", "instances": 3, "shallow": 48, "retained": 90})");
  HeapCounts C = cantFail(parseSummary(Text, GroupBy::Name));
  EXPECT_EQ(C.Keys[0].Retained, 90u);
  // The retained size of a package is not the sum of the sizes of its classes.
  C = cantFail(parseSummary(Text, GroupBy::Package));
  EXPECT_FALSE(C.Keys[0].Retained);
}

TEST(HistogramSummary, GroupsThatItLacksAreAnError) {
  EXPECT_EQ(fault(summary("class", TwoLambdas), GroupBy::Loader),
            "grouped by class, expected loader; hprof-histo --by=loader writes "
            "such a summary");
}

TEST(HistogramSummary, GroupsAreKnownBeforeRowsAreRead) {
  auto Group = [](StringRef By, StringRef Rows) {
    std::optional<SummaryGroup> G = groupOfText(summary(By, Rows));
    return G ? std::pair(G->By, G->HasRetained)
             : std::pair(GroupBy::Name, true);
  };
  EXPECT_EQ(Group("class", TwoLambdas), std::pair(GroupBy::Class, false));
  EXPECT_EQ(Group("package", R"({"package": "a", "retained": 1})"),
            std::pair(GroupBy::Package, true));
  EXPECT_EQ(Group("loader", ""), std::pair(GroupBy::Loader, false));
  for (StringRef Text : {"", "{", "[]", "{}", R"({"by": "colour", "rows": []})",
                         R"({"by": "class"})", R"({"by": 7, "rows": []})"})
    EXPECT_FALSE(groupOfText(Text)) << Text.str();
  EXPECT_FALSE(groupOfText(std::string(100000, '[')));
}

TEST(HistogramSummary, MissingRowsAreAnError) {
  std::string Text = summary("class", TwoLambdas);
  EXPECT_EQ(fault(changed(Text, "\"objects\": 3", "\"objects\": 4")),
            "rows contain 3 of 4 objects; write the summary without --top and "
            "--filter");
}

TEST(HistogramSummary, OtherJsonIsAnError) {
  std::string Text = summary("class", TwoLambdas);
  EXPECT_EQ(fault(Text), "none");
  EXPECT_EQ(fault(changed(Text, "hprof-histo", "hprof-lint")),
            "expected hprof-histo output, found output of hprof-lint");
  EXPECT_EQ(
      fault(changed(Text, "\"schema_version\": 2", "\"schema_version\": 3")),
      "schema_version is 3, expected 2");
  EXPECT_EQ(fault(changed(Text, "\"shallow\": 32", "\"shallow\": -32")),
            "row 2: \"shallow\" is not a number");
  EXPECT_EQ(fault(changed(Text, "\"by\": \"class\"", "\"by\": \"wealth\"")),
            "\"by\" has the unknown value 'wealth'");
  EXPECT_EQ(fault("[]"), "expected a JSON object");
  EXPECT_NE(fault(StringRef(Text).drop_back(1)), "none");
  EXPECT_EQ(fault(std::string(100000, '[')),
            "offset 0x64: objects and arrays nested more than 100 levels deep");
}

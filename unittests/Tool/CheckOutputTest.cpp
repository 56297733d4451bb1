//===- CheckOutputTest.cpp - Tests of checks for CI servers ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Tool/CheckOutput.h"
#include "hprof/Answer/Checks.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

static CheckReport report() {
  CheckReport Report{"melon-check", "melons <ripe>", {}};
  Report.Checks.push_back({"intact", "a b.hprof", 0, {}});
  Report.Checks.push_back(
      {"size & weight",
       "rules.yaml",
       7,
       {{"galia", "size 5", Prose("too ").bytes(5)}, {"", "", "rotten"}}});
  return Report;
}

TEST(CheckOutput, JUnitHasACaseForEachCheck) {
  std::string Text;
  raw_string_ostream OS(Text);
  printJUnit(OS, report());
  EXPECT_EQ(
      Text,
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuites name=\"melon-check\" tests=\"2\" failures=\"1\" "
      "errors=\"0\">\n"
      "  <testsuite name=\"melons &lt;ripe&gt;\" tests=\"2\" failures=\"1\" "
      "errors=\"0\" skipped=\"0\" time=\"0\">\n"
      "    <testcase classname=\"melon-check\" name=\"intact\" time=\"0\"/>\n"
      "    <testcase classname=\"melon-check\" name=\"size &amp; weight\" "
      "time=\"0\">\n"
      "      <failure type=\"budget\" message=\"too 5 bytes\">too 5 bytes\n"
      "rotten</failure>\n"
      "    </testcase>\n"
      "  </testsuite>\n"
      "</testsuites>\n");
}

TEST(CheckOutput, SarifHasAResultForEachFailure) {
  std::string Text;
  raw_string_ostream OS(Text);
  printSarif(OS, report());
  Expected<json::Value> V = json::parse(Text);
  ASSERT_TRUE(bool(V)) << toString(V.takeError());
  const json::Object &Run =
      *(*V->getAsObject()->getArray("runs"))[0].getAsObject();
  const json::Array &Results = *Run.getArray("results");
  ASSERT_EQ(Results.size(), 2u);
  const json::Object &First = *Results[0].getAsObject();
  EXPECT_EQ(*First.getInteger("ruleIndex"), 1);
  EXPECT_EQ(*First.getObject("message")->getString("text"), "too 5 bytes");
  const json::Object &At = *(*First.getArray("locations"))[0].getAsObject();
  const json::Object &Place = *At.getObject("physicalLocation");
  EXPECT_EQ(*Place.getObject("artifactLocation")->getString("uri"),
            "rules.yaml");
  EXPECT_EQ(*Place.getObject("region")->getInteger("startLine"), 7);
  EXPECT_TRUE(At.getArray("logicalLocations"));
  const json::Object &Other =
      *(*Results[1].getAsObject()->getArray("locations"))[0].getAsObject();
  EXPECT_FALSE(Other.getArray("logicalLocations"));
}

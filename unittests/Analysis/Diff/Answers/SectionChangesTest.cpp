//===- SectionChangesTest.cpp - Tests of changes in sections --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Diff/Answers/DocumentComparison.h"
#include "hprof/Tool/AnswerOutput.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

static constexpr char Head[] =
    "JAVA PROFILE 1.0.1, created Fri Nov 20 10:00:00 2026\n\n"
    "THREAD START (obj=1, id = 200001, name=\"main\", group=\"main\")\n"
    "TRACE 300001:\n\tapp.Main.main(Main.java:7)\n";
static constexpr char Samples[] =
    "CPU SAMPLES BEGIN (total = 200) Fri Nov 20 10:00:01 2026\n"
    "rank   self  accum   count trace method\n"
    "   1 100.00% 100.00%     200 300001 app.Main.main\n"
    "CPU SAMPLES END\n";
static constexpr char Sites[] =
    "SITES BEGIN (ordered by live bytes) Fri Nov 20 10:00:01 2026\n"
    "          percent          live          alloc'ed  stack class\n"
    " rank   self  accum     bytes objs     bytes  objs trace name\n"
    "    1 100.00% 100.00%      48    2        72    3 300001 app.Session\n"
    "SITES END\n";

namespace {
struct SectionChangesTest : testing::Test {
  SectionChangesTest() {
    Events.OnNote = [this](const Twine &Said) { Told += Said.str() + "\n"; };
    Events.DamageOf = [](StringRef) { return [](const Damage &) {}; };
  }
  static std::vector<KnownInput> inputs(ArrayRef<std::string> Texts) {
    std::vector<KnownInput> Inputs;
    for (StringRef Text : Texts)
      Inputs.push_back(cantFail(KnownInput::of(
          Source::fromMemory(arrayRefFromStringRef(Text),
                             "file" + std::to_string(Inputs.size() + 1)))));
    return Inputs;
  }
  Expected<SectionChanges> compare(ArrayRef<std::string> Texts) {
    return compareProfiles(inputs(Texts), Request, Events);
  }

  DocumentRequest Request;
  DocumentEvents Events;
  std::string Told, Text;
  raw_string_ostream OS{Text};
};

TEST_F(SectionChangesTest, EachSectionHasItsTotal) {
  const std::string Both = std::string(Head) + Samples + Sites;
  SectionChanges A = cantFail(compare({Both, Both}));
  EXPECT_EQ(A.sectionNames(), "sites, samples");
  printAnswerText(OS, A, EscapeMode::Escape);
  EXPECT_NE(Text.find("allocation sites, live_bytes: 48 -> 48 (0)\n\n"
                      "no change in 1 row\n\n"
                      "CPU samples: 200 -> 200 (0)\n\n"),
            std::string::npos)
      << Text;
}

TEST_F(SectionChangesTest, OneSectionIsATable) {
  Request.Section = "samples";
  const std::string One = std::string(Head) + Samples;
  SectionChanges A = cantFail(compare({One, One + Sites}));
  printAnswerCsv(OS, A, EscapeMode::Escape);
  EXPECT_EQ(Text, "method,samples_before,samples_after,samples_change\n"
                  "app.Main.main,200,200,0\n");
}

TEST_F(SectionChangesTest, SitesAreNotComparedWithSamples) {
  EXPECT_EQ(
      toString(compare({std::string(Head) + Sites, std::string(Head) + Samples})
                   .takeError()),
      "the profiles have no section in common: 'file1' contains sites; "
      "'file2' contains samples");
}

TEST_F(SectionChangesTest, WhatOnlySomeHaveIsNoted) {
  cantFail(compare(
      {std::string(Head) + Sites, std::string(Head) + Samples + Sites}));
  EXPECT_EQ(Told, "sections missing from some profiles are omitted: 'file1' "
                  "contains sites; 'file2' contains sites, samples\n");
}

TEST_F(SectionChangesTest, InputsAreReadOnceForSeveralRequests) {
  DocumentRequest Traces;
  Traces.By = ProfileKey::Trace;
  // A source is consumed when it is read: reading it again would fail.
  const std::string First = std::string(Head) + Sites, Last = First + Samples;
  std::vector<SectionChanges> All = cantFail(
      compareProfiles(inputs({First, Last}), {Request, Traces}, Events));
  ASSERT_EQ(All.size(), 2U);
  EXPECT_EQ(All.front().sections().front().Table.By, StringRef("method"));
  EXPECT_EQ(All.back().sections().front().Table.By, StringRef("trace"));
  EXPECT_EQ(StringRef(Told).count('\n'), 1U) << Told; // One note.
}
} // namespace

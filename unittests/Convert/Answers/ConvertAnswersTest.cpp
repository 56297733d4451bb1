//===- ConvertAnswersTest.cpp - Tests of loss accounts --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Convert/Answers/ConvertAnswers.h"
#include "Answer/AnswerTesting.h"
#include "hprof/Convert/Answers/FormatAnswers.h"
#include "gmock/gmock.h"

using namespace hprof;
using namespace llvm;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {
/// One loss of each effect, in the order of a loss account.
LossAccount someLosses() {
  LossAccount Losses;
  Losses.addDropped(RecordKind::HeapSummary, 2);
  for (LossEffect Effect : {LossEffect::MadeUp, LossEffect::Changed})
    for (unsigned I = 0; I != NumLosses; ++I)
      if (allLosses()[I].Effect == Effect) {
        Losses.add(Loss(I), 7);
        break;
      }
  return Losses;
}

std::vector<std::string> effects(Rows &All) {
  std::vector<std::string> Found;
  while (All.next())
    Found.push_back(textOf(All, "effect"));
  return Found;
}
} // namespace

TEST(ConvertAnswers, Conversion) {
  ConvertReport Report;
  Report.From = Format::Phd;
  Report.Losses = someLosses();
  const ConvertAnswer A("a.phd", Report, Format::Hprof);
  const std::vector<std::string> Lines = ShownLines(A).All;
  ASSERT_EQ(Lines.size(), 4u);
  EXPECT_THAT(Lines[0], testing::StartsWith("From "));
  // The text shows the worst losses first.
  EXPECT_THAT(Lines[1], testing::StartsWith("dropped"));
  EXPECT_THAT(Lines[2], testing::StartsWith("changed"));
  EXPECT_THAT(Lines[3], testing::StartsWith("made up"));
  auto File = A.files();
  ASSERT_TRUE(File->next());
  EXPECT_EQ(textOf(*File, "file"), "a.phd");
  EXPECT_EQ(textOf(*File, "from"), "phd");
  EXPECT_EQ(textOf(*File, "to"), "hprof");
  const Datum Losses = valueOf(*File, "losses", ForJson);
  ASSERT_TRUE(Losses.rows() && Losses.rows()->next());
  EXPECT_EQ(textOf(*Losses.rows(), "kind"), "HEAP SUMMARY");
  EXPECT_EQ(numberOf(*Losses.rows(), "count"), 2u);
  EXPECT_EQ(effects(*A.rows()).size(), 3u);
}

TEST(ConvertAnswers, NothingIsLost) {
  const ConvertReport Report;
  const ConvertAnswer A("a", Report, Format::Hprof);
  EXPECT_EQ(ShownLines(A).All.back(), "  nothing was lost");
  EXPECT_FALSE(A.rows()->next());
}

TEST(ConvertAnswers, Merge) {
  MergeReport Report;
  Report.Inputs.resize(2);
  Report.Inputs[0].Name = "one";
  Report.Inputs[1].Name = "two";
  Report.Inputs[1].Files = 3;
  const MergeAnswer A(Report);
  EXPECT_EQ(ShownLines(A).All.size(), 4u);
  Report.Joined = someLosses();
  EXPECT_THAT(ShownLines(A).All, Contains("all inputs combined:"));
  auto Files = A.files();
  ASSERT_TRUE(Files->next() && Files->next());
  EXPECT_EQ(numberOf(*Files, "headers"), 3u);
  EXPECT_FALSE(Files->next());
  auto Facts = A.facts();
  ASSERT_TRUE(Facts->next());
  const Datum Joined = valueOf(*Facts, "joined", ForJson);
  ASSERT_TRUE(Joined.rows() && Joined.rows()->next());
  const Datum Losses = valueOf(*Joined.rows(), "losses", ForJson);
  EXPECT_EQ(effects(*Losses.rows()).size(), 3u);
}

TEST(FormatAnswers, EachFormatIsARow) {
  const FormatAnswer A;
  auto All = A.rows();
  size_t Count = 0;
  while (All->next())
    EXPECT_EQ(textOf(*All, "format"), allFormats()[Count++].Name);
  EXPECT_EQ(Count, allFormats().size());
  EXPECT_THAT(ShownLines(A).All, Contains(HasSubstr("HPROF binary")));
}

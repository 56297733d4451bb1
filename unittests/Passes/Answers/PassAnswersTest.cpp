//===- PassAnswersTest.cpp - Tests of answers of passes -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Passes/Answers/PassAnswers.h"
#include "Answer/AnswerTesting.h"
#include "hprof/Format/Stream/Source.h"
#include "llvm/ADT/StringExtras.h"
#include "gmock/gmock.h"

using namespace hprof;
using namespace llvm;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {
ChangesAnswer withSecret() {
  ChangesAnswer A;
  A.File = "a.hprof";
  A.Passes = {"scan-secrets"};
  SecretReport::Finding Found;
  Found.Kind = "key";
  Found.Text = "a key";
  Found.Holder = "app.Config.key";
  Found.Count = 2;
  Found.Shown = "AKIA";
  Found.Length = 20;
  A.Secrets.Findings.push_back(Found);
  Found.First = 0x10;
  Found.Shown.clear();
  A.Secrets.Findings.push_back(Found);
  return A;
}
} // namespace

TEST(PassAnswers, PeopleSeeWhatTheyAskedFor) {
  ChangesAnswer A = withSecret();
  EXPECT_THAT(ShownLines(A).All, IsEmpty());
  A.ShowsChanges = true;
  EXPECT_THAT(ShownLines(A).All, ElementsAre("no changes"));
  A.ShowsChanges = false;
  A.ShowsSecrets = true;
  EXPECT_THAT(ShownLines(A).All,
              ElementsAre("2 a key app.Config.key - AKIA... (20 characters)",
                          "2 a key app.Config.key 0x10 (20 characters)",
                          "4 secrets in 2 places"));
  A.Secrets.HasPaths = true;
  A.Secrets.Findings[1].Path = {{"thread", "java.lang.Thread", 8},
                                {"name", "byte[20]", 0x10}};
  const std::vector<std::string> Lines = ShownLines(A).All;
  ASSERT_EQ(Lines.size(), 7u);
  EXPECT_EQ(Lines[4], "a key in app.Config.key");
  EXPECT_EQ(Lines[5], "  thread: java.lang.Thread #8");
  EXPECT_EQ(Lines[6], "    name: byte[20] #16");
  A.Secrets.Findings.clear();
  EXPECT_THAT(ShownLines(A).All, ElementsAre("no secrets found"));
}

TEST(PassAnswers, ProgramsSeeAll) {
  ChangesAnswer A = withSecret();
  auto File = A.files();
  ASSERT_TRUE(File->next());
  const Datum Secrets = valueOf(*File, "secrets", ForJson);
  ASSERT_TRUE(Secrets.rows() && Secrets.rows()->next());
  EXPECT_TRUE(valueOf(*Secrets.rows(), "first", ForJson).isNull());
  EXPECT_TRUE(valueOf(*Secrets.rows(), "path", ForJson).isMissing());
  ASSERT_TRUE(Secrets.rows()->next());
  EXPECT_EQ(numberOf(*Secrets.rows(), "first"), 0x10u);
  EXPECT_EQ(numberOf(*Secrets.rows(), "length"), 20u);
}

TEST(PassAnswers, CountsAreOfReadingAndOfEachPass) {
  const auto Calls = cantFail(parsePasses("identity,strip-arrays"));
  PassPlan Plan;
  std::deque<RecordCounts> Counts;
  cantFail(planPasses(Calls, Plan, &Counts));
  ASSERT_EQ(Counts.size(), 3u);
  Counts[1].Bytes = 5;
  auto All = CountsAnswer(Calls, Counts);
  EXPECT_THAT(ShownLines(All).All,
              ElementsAre("reading 0 0 0 0 0 0 0", "identity 0 0 0 0 0 0 5",
                          "strip-arrays 0 0 0 0 0 0 0"));
}

TEST(PassAnswers, EachPassIsListed) {
  const PassListAnswer A;
  const std::vector<std::string> Lines = ShownLines(A).All;
  for (const PassInfo &P : allPasses())
    EXPECT_THAT(Lines, testing::Contains(P.Name.str()));
}

TEST(PlanPasses, NothingFollowsVerify) {
  const auto Calls = cantFail(parsePasses("verify,identity"));
  PassPlan Plan;
  EXPECT_THAT(toString(planPasses(Calls, Plan, nullptr)),
              HasSubstr("column 8: nothing can follow 'verify'"));
}

TEST(PlanPasses, ErrorsOfFilesAreTheirs) {
  const auto Calls = cantFail(parsePasses("rename(no/such)"));
  PassPlan Plan;
  Error E = planPasses(Calls, Plan, nullptr);
  EXPECT_TRUE(E.isA<FileError>());
  consumeError(std::move(E));
}

TEST(PlanPasses, TargetIsThatOfTheInput) {
  auto Target = [](StringRef Head, Format From) {
    auto In = Source::fromMemory(arrayRefFromStringRef(Head), "test");
    return PassPlan().target(*In, From);
  };
  EXPECT_EQ(Target("JAVA PROFILE 1.0.2", Format::Hprof), Format::Hprof);
  EXPECT_EQ(Target("JAVA PROFILE 1.0.3", Format::Hprof), Format::HprofAndroid);
  EXPECT_EQ(Target("portable", Format::Phd), Format::HprofCurrent);
}

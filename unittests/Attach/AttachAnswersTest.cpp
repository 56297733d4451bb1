//===- AttachAnswersTest.cpp - Tests of lists of attachable VMs -----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Attach/AttachAnswers.h"
#include "Answer/AnswerTesting.h"
#include "hprof/Attach/Attach.h"
#include "gmock/gmock.h"

using namespace hprof;
using namespace llvm;
using testing::ElementsAre;

TEST(AttachAnswers, ObstaclesAreLeftOut) {
  JvmList Found;
  Found.Jvms = {{7, "app.Main", ""}, {8, "other", "it is of another user"}};
  const JvmAnswer A(Found);
  EXPECT_THAT(ShownLines(A).All, ElementsAre("7 app.Main"));
  auto All = A.rows();
  ASSERT_TRUE(All->next());
  EXPECT_EQ(numberOf(*All, "pid"), 7u);
  EXPECT_FALSE(All->next());
}

TEST(AttachAnswers, PlanSaysWhatIsUnknown) {
  AttachPlan Plan{};
  Plan.HasSocket = true;
  Plan.Library = "/lib/a.so";
  Plan.IsAgent = true;
  std::vector<Prose> Lines = planLines(7, Plan);
  ASSERT_EQ(Lines.size(), 3u);
  EXPECT_EQ(plainText(Lines[0]), "process 7: can be attached to");
  EXPECT_EQ(plainText(Lines[1]), "The VM is listening; no signal is needed.");
  EXPECT_EQ(plainText(Lines[2]), "The VM can load the library '/lib/a.so'.");
  Plan.IsAgent = false;
  Plan.NeedsCopy = true;
  Plan.Gap = "no flags";
  Lines = planLines(7, Plan);
  ASSERT_EQ(Lines.size(), 5u);
  EXPECT_EQ(plainText(Lines[2]), "The library would be copied to '/lib/a.so'.");
  EXPECT_THAT(
      plainText(Lines[4]),
      testing::HasSubstr("unknown whether the VM accepts agents: no flags."));
}

//===- TopGroupsTest.cpp - Tests for the largest groups of a check --------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Lint/Checks.h"
#include "gtest/gtest.h"

using namespace hprof;

namespace {

TEST(TopGroups, MembersOfAGroupAreBounded) {
  TopGroups::Members Members;
  const uint64_t Count = 3 * TopGroups::MostMembers;
  for (uint64_t I = 0; I != Count; ++I)
    Members.add(I, I ? 16 : 0);
  ASSERT_EQ(Members.first().size(), TopGroups::MostMembers);
  EXPECT_EQ(Members.first().back().N, TopGroups::MostMembers - 1);

  TopGroups Top(1);
  Top.add(16 * (Count - 1), Count, Members);
  std::vector<TopGroups::Group> Groups = Top.take();
  ASSERT_EQ(Groups.size(), 1u);
  EXPECT_EQ(Groups[0].Count, Count) << "of all members";
  EXPECT_EQ(Groups[0].Bytes, 16 * (Count - 1));
  EXPECT_EQ(Groups[0].First.size(), TopGroups::MostMembers);
  EXPECT_EQ(Groups[0].First.front().N, 0u);
}

TEST(TopGroups, TheLargestAreKept) {
  TopGroups Top(2);
  for (uint64_t Bytes : {5, 9, 1, 7}) {
    TopGroups::Members Members;
    Members.add(Bytes, 0);
    Top.add(Bytes, 1, Members);
  }
  std::vector<TopGroups::Group> Groups = Top.take();
  ASSERT_EQ(Groups.size(), 2u);
  EXPECT_EQ(Groups[0].First.front().N, 9u);
  EXPECT_EQ(Groups[1].First.front().N, 7u);
}

} // namespace

//===- LossAccountTest.cpp - Tests of the account of losses ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Convert/Pipeline/LossAccount.h"
#include "gtest/gtest.h"

using namespace hprof;

namespace {

constexpr AddedLoss Painted = {0, "Painted", LossEffect::Changed, "wall",
                               "walls"};
constexpr AddedLoss Built = {1, "Built", LossEffect::MadeUp, "house", "houses"};

std::string textOf(const LossAccount &Account) {
  std::string Text;
  for (const LossAccount::Entry &E : Account.entries())
    Text += E.Name + ":" + std::to_string(E.Count) + " " + E.Text + "\n";
  return Text;
}

TEST(LossAccount, AddedRowsAreInTheirPlace) {
  LossAccount Account;
  Account.add(Loss::DumpTimes);
  Account.add(Built, 2);
  Account.add(Painted);
  Account.add(Loss::FieldNames, 3);
  Account.addDropped(RecordKind::AllocSites);
  EXPECT_EQ(textOf(Account), "ALLOC SITES:1 ALLOC SITES record\n"
                             "FieldNames:3 classes' field names\n"
                             "Painted:1 wall\n"
                             "Built:2 houses\n"
                             "DumpTimes:1 time of the dump\n");
  EXPECT_EQ(Account.of(Built), 2U);
}

TEST(LossAccount, RowsWithoutACountAreLeftOut) {
  LossAccount Account;
  Account.add(Painted, 0);
  EXPECT_EQ(textOf(Account), "");
  EXPECT_EQ(Account.of(Painted), 0U);
}

TEST(LossAccount, OnlyTheRowsOfACauseMove) {
  LossAccount From, To;
  From.add(Loss::FieldNames);
  From.add(Loss::DumpTimes);
  From.add(Painted);
  From.move(Lowering::ReferencesToHprof, To);
  EXPECT_EQ(textOf(To), "FieldNames:1 class's field names\n");
  EXPECT_EQ(textOf(From), "Painted:1 wall\nDumpTimes:1 time of the dump\n");
}

} // namespace

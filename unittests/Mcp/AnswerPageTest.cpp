//===- AnswerPageTest.cpp - Answers of limited size -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mcp/Tools/AnswerPage.h"
#include "hprof/Answer/TypedTable.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

namespace {

struct Item {
  uint64_t Id;
  std::string Text;
};

HPROF_TABLE_BEGIN(itemTable, Item, NothingAsked, "item", "An item.")
HPROF_COLUMN(Id, "id", ForAll, R.Id, "Its id.")
HPROF_COLUMN(Text, "text", ForAll, StringRef(R.Text), "Its text.")
HPROF_TABLE_END

std::vector<Item> items(size_t Count, size_t Length) {
  std::vector<Item> All;
  for (size_t I = 0; I != Count; ++I)
    All.push_back({0x1000 + I, std::string(Length, 'x')});
  return All;
}

std::unique_ptr<Rows> rows(ArrayRef<Item> All) {
  return rowsOf(itemTable(), NothingAsked::value(), All);
}

TEST(AnswerPage, AllRowsFit) {
  AnswerPage P;
  const std::vector<Item> All = items(3, 2);
  EXPECT_FALSE(bool(P.list("items", *rows(All), 1, 10)));
  EXPECT_FALSE(P.nextOffset());
  EXPECT_EQ(P.shown(), 2u);
  EXPECT_EQ(P.firstId(), 0x1001u);
  P.flag("done", true);
  EXPECT_EQ(std::move(P).finish(),
            R"({"items":[{"id":"0x1001","text":"xx"},)"
            R"({"id":"0x1002","text":"xx"}],"done":true})");
}

TEST(AnswerPage, TheLimitIsExact) {
  const std::vector<Item> All = items(3, 2);
  AnswerPage Two, Three;
  EXPECT_FALSE(bool(Two.list("items", *rows(All), 0, 2)));
  EXPECT_EQ(Two.nextOffset(), 2u);
  EXPECT_FALSE(bool(Three.list("items", *rows(All), 0, 3)));
  EXPECT_FALSE(Three.nextOffset());
}

TEST(AnswerPage, RowsThatDoNotFitComeNext) {
  const std::vector<Item> All = items(1000, 100);
  uint64_t Offset = 0, Pages = 0;
  while (true) {
    AnswerPage P;
    ASSERT_FALSE(bool(P.list("items", *rows(All), Offset, 1000)));
    EXPECT_EQ(P.firstId(), 0x1000 + Offset);
    ASSERT_NE(P.shown(), 0u);
    ++Pages;
    const std::optional<uint64_t> Next = P.nextOffset();
    Offset += P.shown();
    P.texts("notes", std::vector<std::string>(100, std::string(300, '"')));
    P.texts("next", {});
    P.flag("damaged", false);
    const std::string Json = std::move(P).finish();
    EXPECT_LE(Json.size(), AnswerPage::DefaultBytes);
    EXPECT_TRUE(bool(json::parse(Json)));
    if (!Next)
      break;
    ASSERT_EQ(*Next, Offset);
  }
  EXPECT_EQ(Offset, 1000u);
  EXPECT_GT(Pages, 10u);
}

TEST(AnswerPage, LongTextsAreCutBetweenCharacters) {
  std::vector<Item> All = items(1, 0);
  for (int I = 0; I != 5000; ++I)
    All[0].Text += "\xe2\x98\xba";
  AnswerPage P;
  ASSERT_FALSE(bool(P.list("items", *rows(All), 0, 1)));
  const std::string Json = std::move(P).finish();
  EXPECT_TRUE(StringRef(Json).contains("... (15000 bytes)"));
  EXPECT_FALSE(StringRef(Json).contains("\xef\xbf\xbd"));
  EXPECT_LT(Json.size(), 600u);
}

} // namespace

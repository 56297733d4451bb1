//===- AnswerOutputTest.cpp - Tests of printed answers --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Tool/AnswerOutput.h"
#include "Answer/Fruits.h"
#include "Tool/Table.h"
#include "hprof/Answer/AnswerPart.h"
#include "hprof/Tool/Reporter.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

namespace {
struct AnswerOutput : testing::Test {
  FruitAnswer A;
  std::string Text;
  raw_string_ostream OS{Text};

  void TearDown() override { TextStyle::setCurrent({}); }
};

TEST_F(AnswerOutput, Text) {
  printAnswerText(OS, A, EscapeMode::Escape);
  EXPECT_EQ(
      Text,
      "basket 'a\\tb', \"x\\\"y\": 2 fruits, 2048 bytes 0x1a -2 +3 bytes\n"
      "\n"
      "number  bytes  change  grown:1  grown:2  fruit\n"
      "     2   2048      -2        2        3  fig| (blue)\n"
      "     0      0       0        0        1  a,b\\x01 (red)\n"
      "... and 3 more (--top=0 prints all); all rows: 1 kind\n");
}

TEST_F(AnswerOutput, ValuesOfJava) {
  Prose Line = "x ";
  Line.prose(Prose().value({BasicType::Float, 0x3f800000})) << ", ";
  Line.value({BasicType::Char, 'a'});
  EXPECT_EQ(proseText(Line, EscapeMode::Escape), "x 1, 'a'");
}

TEST_F(AnswerOutput, LargeBytes) {
  const Prose Small = Prose().largeBytes(1023),
              Large = Prose().largeBytes(3 << 20);
  EXPECT_EQ(proseText(Small, EscapeMode::Escape), "1023 bytes");
  EXPECT_EQ(proseText(Large, EscapeMode::Escape), "3145728 bytes (3.0 MiB)");
  TextStyle Style;
  Style.IsHuman = true;
  TextStyle::setCurrent(Style);
  EXPECT_EQ(proseText(Large, EscapeMode::Escape), "3.0 MiB");
}

TEST_F(AnswerOutput, HumanTextWithShares) {
  TextStyle Style;
  Style.IsHuman = true;
  TextStyle::setCurrent(Style);
  A.Asked.WithShares = true;
  printAnswerText(OS, A, EscapeMode::Escape);
  EXPECT_NE(Text.find("2.0 KiB 0x1a -2 +3 B\n"), std::string::npos) << Text;
  EXPECT_NE(Text.find("     2  2.0 KiB  25.0%      -2"), std::string::npos)
      << Text;
}

TEST_F(AnswerOutput, Csv) {
  A.Asked.WithShares = true;
  printAnswerCsv(OS, A, EscapeMode::Escape);
  EXPECT_EQ(Text, "fruit,count,bytes,share,seedless,change,grown:May,"
                  "grown:June\n"
                  "fig|,2,2048,0.25,false,-2,2,3\n"
                  "\"a,b\\x01\",0,0,0,true,0,0,1\n");
}

TEST_F(AnswerOutput, Json) {
  Reporter Report("fruit-list", nulls());
  printAnswerJson(OS, A, Report);
  Expected<json::Value> V = json::parse(Text);
  ASSERT_TRUE(bool(V)) << Text;
  const json::Object &All = *V->getAsObject();
  EXPECT_EQ(*All.getString("name"), "all");
  EXPECT_EQ(*All.getInteger("grown"), 3);
  EXPECT_EQ(*All.getBoolean("damaged"), false);
  const json::Value Fig = json::Object{
      {"fruit", "fig|"},
      {"id", "0x10"},
      {"count", 2},
      {"bytes", 2048},
      {"taste", "sweet"},
      {"seedless", false},
      {"price", nullptr},
      {"change", -2},
      {"months", json::Array{json::Object{{"name", "May"}, {"grown", 2}},
                             json::Object{{"name", "June"}, {"grown", 3}}}},
      {"best", json::Object{{"name", "June"}, {"grown", 3}}},
      {"kilos", json::Array{0, -1}}};
  EXPECT_EQ((*All.getArray("files"))[0], Fig);
  EXPECT_FALSE((*All.getArray("files"))[1].getAsObject()->get("id"));
}

TEST_F(AnswerOutput, AsAPartOfOtherOutput) {
  textPresenter(OS, EscapeMode::Escape)->line(Prose().name("a\tb"));
  EXPECT_EQ(Text, "a\\tb\n");
  Text.clear();
  {
    json::OStream J(OS);
    J.object([&] { printAttributes(J, *A.facts()); });
  }
  EXPECT_EQ(Text, R"({"name":"all","grown":3})");
}

TEST_F(AnswerOutput, JsonLines) {
  printAnswerJsonLines(OS, A);
  auto [First, Second] = StringRef(Text).split('\n');
  Expected<json::Value> V = json::parse(First);
  ASSERT_TRUE(bool(V)) << Text;
  EXPECT_EQ(*V->getAsObject()->getString("id"), "0x10");
  EXPECT_EQ(Second.count('\n'), 1u);
}

TEST_F(AnswerOutput, RawMarkdownIsUtf8AndKeepsRows) {
  A.All = {{"a\nb\xff", "red", 0, 0, false}, {"- $x", "red", 0, 0, false}};
  printAnswerMarkdown(OS, A, EscapeMode::Raw);
  EXPECT_NE(Text.find("| a b\xef\xbf\xbd (red) |\n"), std::string::npos)
      << Text;
  EXPECT_NE(Text.find("| \\- \\$x (red) |\n"), std::string::npos) << Text;
}

/// Markdown renderers look for links in text from which backslashes have been
/// removed.
TEST_F(AnswerOutput, MarkdownMakesNoLinks) {
  auto Shown = [&](StringRef Name) {
    Text.clear();
    A.All = {{Name.str(), "red", 0, 0, false}};
    printAnswerMarkdown(OS, A, EscapeMode::Escape);
    const StringRef Cell = StringRef(Text).rsplit(" (red) |").first;
    return Cell.rsplit("| ").second.str();
  };
  EXPECT_EQ(Shown("@name"), "`@name`");
  EXPECT_EQ(Shown("a (@org/team, x)"), "a (`@org/team`, x)");
  EXPECT_EQ(Shown("me@example.org"), "`me@example.org`");
  EXPECT_EQ(Shown("see #1 and owner/repo#12"), "see `#1` and `owner/repo#12`");
  EXPECT_EQ(Shown("www.example.org/a_b"), "`www.example.org/a_b`");
  EXPECT_EQ(Shown("http://example.org"), "`http://example.org`");
  EXPECT_EQ(Shown("@|@x`@y\\@z"), "\\@\\|`@x`\\``@y`\\\\\\\\`@z`");
  // Characters that are common in names remain readable.
  EXPECT_EQ(Shown("com.acme.Job$1"), "com.acme.Job\\$1");
  EXPECT_EQ(Shown("12.5% of # @ 3"), "12.5% of \\# \\@ 3");
}

/// Rows with paths and commands keep their indentation and do not contain
/// backslashes.
TEST_F(AnswerOutput, MarkdownKeepsRowsAndCommands) {
  struct Part : AnswerPart {
    std::unique_ptr<Rows> facts() const override { return nullptr; }
    void present(Presenter &To) const override {
      To.line("a_path:");
      To.line("    8  a.B$1");
      To.line(Prose("      4  ").name("b\nx_y"));
      To.line("   Is shown by_");
      To.line(Prose("  tool ").word("--class=a.B$1"));
      To.line("");
      To.line("Next:");
    }
  };
  printPartMarkdown(OS, Part(), EscapeMode::Raw);
  EXPECT_EQ(Text, "a\\_path:\n\n"
                  "        8  a.B$1\n"
                  "          4  b x_y\n\n"
                  "Is shown by\\_\n\n"
                  "      tool '--class=a.B$1'\n\n"
                  "Next:\n");
}

TEST_F(AnswerOutput, Markdown) {
  printAnswerMarkdown(OS, A, EscapeMode::Escape);
  EXPECT_NE(
      Text.find("| number | bytes | change | grown:1 | grown:2 | fruit |\n"
                "|---:|---:|---:|---:|---:|---|\n"
                "| 2 | 2048 | -2 | 2 | 3 | fig\\| (blue) |\n"),
      std::string::npos)
      << Text;
  EXPECT_EQ(StringRef(Text).take_front(14), "basket 'a\\\\tb'");
  EXPECT_TRUE(StringRef(Text).ends_with(
      "(red) |\n\n... and 3 more; all rows: 1 kind\n"))
      << Text;
}
} // namespace

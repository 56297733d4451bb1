//===- AnswerTreeTest.cpp - Tests of trees and run-time columns -----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tool/Table.h"
#include "hprof/Answer/Answer.h"
#include "hprof/Answer/TypedTable.h"
#include "hprof/Tool/AnswerOutput.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

namespace {
struct Row {
  unsigned Depth;
  uint64_t Bytes;
  std::string Name;
};
struct Asked {};

/// The fields of a row: "size", and at the top level also "no,te".
class FieldRows final : public Rows {
public:
  explicit FieldRows(const Row &R) : R(R) {}
  const TableInfo &info() const override {
    static const TableInfo Info{
        "fields",
        "",
        {{"size", ColumnType::Text}, {"no,te", ColumnType::Text}}};
    return Info;
  }
  bool next() override { return !std::exchange(Done, true); }
  Datum get(unsigned Column) const override {
    if (!Column)
      return R.Bytes;
    return R.Depth ? Datum() : Datum("top");
  }

private:
  const Row &R;
  bool Done = false;
};

HPROF_TABLE_BEGIN(table, Row, Asked, "tree", "A row.")
HPROF_COLUMN(Depth, "depth", ForJson, R.Depth, "Rows above it.")
HPROF_COLUMN(Bytes, "bytes", ForAll, R.Bytes, "Its bytes.")
HPROF_COLUMN(Share, "share", ForText, 0.5, "Half of it.")
HPROF_COLUMN(Count, "count", ForText, R.Depth, "A count.")
HPROF_COLUMN(Fields, "fields", ForCsv | ForJson,
             Datum(std::make_unique<FieldRows>(R)), "Its fields.")
HPROF_COLUMN(Text, "name", Key, StringRef(R.Name), "What it is called.")
HPROF_TABLE_END

class TreeRows final : public RowsOf<Row, Asked> {
public:
  TreeRows(ArrayRef<Row> All)
      : RowsOf(table(), Nothing, [At = All.begin(), End = All.end()]() mutable {
          return At == End ? nullptr : At++;
        }) {}
  std::vector<std::string> labels(unsigned, ColumnPlace) const override {
    return {"size", "no,te"};
  }

private:
  Asked Nothing;
};

struct TreeAnswer final : Answer {
  const AnswerInfo &info() const override {
    static const AnswerInfo Info{"t",      "tree",  "A tree.",
                                 &table(), nullptr, &table()};
    return Info;
  }
  std::unique_ptr<Rows> files() const override { return rows(); }
  std::unique_ptr<Rows> facts() const override { return nullptr; }
  std::unique_ptr<Rows> rows() const override {
    return std::make_unique<TreeRows>(All);
  }
  void present(Presenter &To) const override {
    if (IsTable)
      return To.table(*rows(), 1);
    Prose Line = "at least ";
    Line.size(2048, "7.1%") << ", ";
    (Line.size(5, "") << ",").numberCell(3, 3) << ",";
    Line.bytesCell(2048, 9) << " ";
    To.line(Line.word("a b"));
    To.tree(*rows(), 123456789);
  }
  bool IsTable = false;
  std::vector<Row> All = {{0, 2048, "top"}, {1, 7, "a\tb"}};
};

struct AnswerTree : testing::Test {
  TreeAnswer A;
  std::string Text;
  raw_string_ostream OS{Text};

  void TearDown() override { TextStyle::setCurrent({}); }
};

TEST_F(AnswerTree, Text) {
  printAnswerText(OS, A, EscapeMode::Escape);
  EXPECT_EQ(Text,
            "at least 2048 bytes (2.0 KiB, 7.1%), 5 bytes,  3,     2048 'a b'\n"
            "    bytes   share      count  name\n"
            "     2048   50.0%          0  top\n"
            "        7   50.0%          1    a\\tb\n");
}

TEST_F(AnswerTree, HumanText) {
  TextStyle Style;
  Style.IsHuman = true;
  TextStyle::setCurrent(Style);
  printAnswerText(OS, A, EscapeMode::Escape);
  EXPECT_EQ(Text, "at least 2.0 KiB (7.1%), 5 B,  3,  2.0 KiB 'a b'\n"
                  "     bytes   share      count  name\n"
                  "   2.0 KiB   50.0%          0  top\n"
                  "       7 B   50.0%          1    a\\tb\n");
}

TEST_F(AnswerTree, TablesAreIndented) {
  A.IsTable = true;
  printAnswerText(OS, A, EscapeMode::Escape);
  EXPECT_EQ(Text, " bytes  share  count  name\n"
                  "  2048  50.0%      0  top\n"
                  "     7  50.0%      1    a\\tb\n");
  Text.clear();
  printAnswerMarkdown(OS, A, EscapeMode::Escape);
  EXPECT_NE(Text.find("| &emsp;a"), std::string::npos) << Text;
}

TEST_F(AnswerTree, Markdown) {
  printAnswerMarkdown(OS, A, EscapeMode::Escape);
  EXPECT_NE(Text.find("| 2048 | 50.0% | 0 | top |\n"
                      "| 7 | 50.0% | 1 | &emsp;a\\\\tb |\n"),
            std::string::npos)
      << Text;
}

TEST_F(AnswerTree, FieldsAreColumnsOfTables) {
  printAnswerCsv(OS, A, EscapeMode::Escape);
  EXPECT_EQ(Text, "bytes,size,\"no,te\",name\n"
                  "2048,2048,top,top\n"
                  "7,7,,a\tb\n");
}

TEST_F(AnswerTree, FieldsAreAnObjectOfJson) {
  printAnswerJsonLines(OS, A);
  EXPECT_EQ(Text, "{\"depth\":0,\"bytes\":2048,\"fields\":{\"size\":2048,"
                  "\"no,te\":\"top\"},\"name\":\"top\"}\n"
                  "{\"depth\":1,\"bytes\":7,\"fields\":{\"size\":7},"
                  "\"name\":\"a\\tb\"}\n");
}
} // namespace

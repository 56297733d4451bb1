//===- AnswerColumnsTest.cpp - Tests of columns side by side --------------===//
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
#include "hprof/Tool/Reporter.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

HPROF_TABLE_BEGIN(weightTable, uint64_t, NothingAsked, "weight", "A weight.")
HPROF_COLUMN(Bytes, "", ForAll, R, "A weight.")
HPROF_TABLE_END

namespace melon {
struct Row {
  const char *Name;
  std::vector<uint64_t> Weights;
  double Rate;
};
using Asked = NothingAsked;

static std::unique_ptr<Rows> weightsOf(const Row &R) {
  return rowsOf(weightTable(), NothingAsked::value(), R.Weights);
}

HPROF_TABLE_BEGIN(table, Row, NothingAsked, "melon", "A melon.")
HPROF_COLUMN(Rate, "weight_per_hour", ForCsv | ForJson | AtInCsv(70), R.Rate,
             "How fast it grows.")
HPROF_NESTED(List, &weightTable(), "weight", ForCsv | ForJson, weightsOf(R),
             "Each weight.")
HPROF_COLUMN(Text, "melon", ForAll | LastInText | AtInCsv(1), R.Name, "Name.")
HPROF_NESTED(List, &weightTable(), "shown", ForText, weightsOf(R), "")
HPROF_TABLE_END

class MelonRows final : public RowsOf<Row, Asked> {
public:
  using RowsOf::RowsOf;
  std::vector<std::string> labels(unsigned, ColumnPlace Place) const override {
    if (Place == ForText)
      return {"weight before", "after"};
    return {"before", "after"};
  }
};
} // namespace melon

namespace {
class MelonAnswer final : public Answer {
public:
  const AnswerInfo &info() const override {
    static const AnswerInfo Info = {"melon-list",    "melons", "Melons.",
                                    &melon::table(), nullptr,  &melon::table()};
    return Info;
  }
  std::unique_ptr<Rows> files() const override { return rows(); }
  std::unique_ptr<Rows> facts() const override { return nullptr; }
  std::unique_ptr<Rows> rows() const override {
    return std::make_unique<melon::MelonRows>(
        melon::table(), NothingAsked::value(),
        [this, At = 0]() mutable { return At++ ? nullptr : &One; });
  }
  void present(Presenter &To) const override {
    To.line((Prose("seen ").time(1000) << ": ").amount(2048) << " (");
    To.line(Prose().amountChange(-2048));
    To.table(*rows());
  }

  melon::Row One = {"galia", {1024, 2048}, 1024.25};
};

struct AnswerColumns : testing::Test {
  MelonAnswer A;
  std::string Text;
  raw_string_ostream OS{Text};

  void TearDown() override { TextStyle::setCurrent({}); }
};

TEST_F(AnswerColumns, CsvHasAnOrderOfItsOwn) {
  printAnswerCsv(OS, A, EscapeMode::Escape);
  EXPECT_EQ(Text, "melon,weight_before,weight_after,weight_per_hour\n"
                  "galia,1024,2048,1024.2\n");
}

TEST_F(AnswerColumns, JsonHasPlainValues) {
  printAnswerJsonLines(OS, A);
  EXPECT_EQ(Text, "{\"weight_per_hour\":1024.25,\"weight\":[1024,2048],"
                  "\"melon\":\"galia\"}\n");
}

TEST_F(AnswerColumns, LabelsAreHeadingsOfPlainValuesInText) {
  TextStyle Style;
  Style.IsHuman = true;
  TextStyle::setCurrent(Style);
  printAnswerText(OS, A, EscapeMode::Escape);
  EXPECT_EQ(Text, "seen 1970-01-01 00:00:01.000 UTC: 2.0 KiB (\n"
                  "-2.0 KiB\n"
                  "weight before    after  melon\n"
                  "      1.0 KiB  2.0 KiB  galia\n");
}
} // namespace

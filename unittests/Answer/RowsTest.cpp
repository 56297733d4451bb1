//===- RowsTest.cpp - Tests of rows and prose -----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Answer/Rows.h"
#include "Answer/Fruits.h"
#include "hprof/Answer/FilesAnswer.h"
#include "gtest/gtest.h"

using namespace hprof;

namespace {
TEST(Datum, KeepsTypes) {
  EXPECT_TRUE(Datum().isMissing());
  EXPECT_TRUE(Datum(Datum::Null()).isNull());
  EXPECT_EQ(*Datum(7u).get<uint64_t>(), 7u);
  EXPECT_EQ(*Datum(-7).get<int64_t>(), -7);
  EXPECT_EQ(*Datum(true).get<bool>(), true);
  EXPECT_EQ(*Datum(0.5).get<double>(), 0.5);
  EXPECT_EQ(*Datum("a").text(), "a");
  EXPECT_EQ(*Datum(std::string("b")).text(), "b");
  EXPECT_TRUE(Datum(std::optional<uint64_t>()).isMissing());
  EXPECT_EQ(*Datum(std::optional<uint64_t>(0)).get<uint64_t>(), 0u);
  EXPECT_TRUE(Datum(idUnlessNull(0)).isMissing());
  EXPECT_EQ(Datum("a").rows(), nullptr);
}

TEST(Rows, HaveColumnsAsAsked) {
  FruitAnswer A;
  std::unique_ptr<Rows> All = A.rows();
  const size_t Before = All->columns(ForAll).size();
  A.Asked.WithShares = true;
  EXPECT_EQ(A.rows()->columns(ForAll).size(), Before + 1);
  EXPECT_EQ(All->columns(ForCsv).size(), 7u);
  EXPECT_EQ(All->info().Columns[0].rank(ForText), 99u);
  EXPECT_EQ(All->info().Columns[2].rank(ForText), 50u);
}

TEST(Rows, ArePulledOneByOne) {
  FruitAnswer A;
  std::unique_ptr<Rows> All = A.rows();
  ASSERT_TRUE(All->next());
  EXPECT_EQ(*All->get(0).text(), "fig|");
  EXPECT_EQ(*All->get(1).get<uint64_t>(), 0x10u);
  ASSERT_TRUE(All->next());
  EXPECT_TRUE(All->get(1).isMissing());
  EXPECT_FALSE(All->next());
  // Each call starts again from the first row.
  EXPECT_TRUE(A.rows()->next());
}

TEST(Rows, AreJoined) {
  FruitAnswer A, None;
  None.All.clear();
  const FruitAnswer *Sources[] = {&None, &A, &None, &A};
  std::unique_ptr<Rows> All = joinedRows([&, At = size_t(0)]() mutable {
    return At == 4 ? nullptr : Sources[At++]->rows();
  });
  EXPECT_EQ(&All->info(), &fruit::table());
  EXPECT_EQ(All->labels(0, ForText).size(), 2u);
  unsigned Figs = 0, Others = 0;
  while (All->next())
    ++(*All->get(0).text() == "fig|" ? Figs : Others);
  EXPECT_EQ(Figs, 2u);
  EXPECT_EQ(Others, 2u);
  EXPECT_FALSE(All->next());
}

TEST(Rows, ComputeOnlyWhatIsAskedFor) {
  static unsigned Computed;
  struct Row {};
  struct Asked {};
  static const TypedColumn<Row, Asked> Columns[] = {
      HPROF_COLUMN(Count, "cheap", ForAll, 1u, "")
          HPROF_COLUMN(Count, "dear", ForAll, ++Computed, "")};
  static const Table<Row, Asked> Is("t", "", Columns);
  const Asked A;
  const Row One;
  std::unique_ptr<Rows> All = oneRow(Is, A, One);
  Computed = 0;
  ASSERT_TRUE(All->next());
  EXPECT_EQ(*All->get(0).get<uint64_t>(), 1u);
  EXPECT_EQ(Computed, 0u);
  EXPECT_EQ(*All->get(1).get<uint64_t>(), 1u);
}

/// A part of an answer that counts its live instances.
class CountedPart final : public FilePart {
public:
  static unsigned Living, Most;
  CountedPart() { Most = std::max(Most, ++Living); }
  ~CountedPart() override { --Living; }
  std::unique_ptr<Rows> file() const override { return A.rows(); }
  std::unique_ptr<Rows> rows() const override { return A.rows(); }
  void present(Presenter &To) const override { To.line("part"); }

private:
  FruitAnswer A;
};
unsigned CountedPart::Living, CountedPart::Most;

FilesAnswer threeParts() {
  return FilesAnswer(FruitAnswer::kind(), std::make_unique<CountedPart>(),
                     [Left = 2]() mutable -> std::unique_ptr<FilePart> {
                       return Left-- ? std::make_unique<CountedPart>()
                                     : nullptr;
                     });
}

TEST(FilesAnswer, KeepsOneFileInMemory) {
  CountedPart::Most = 0;
  FilesAnswer A = threeParts();
  std::unique_ptr<Rows> All = A.rows();
  unsigned Rows = 0;
  while (All->next()) {
    EXPECT_TRUE(All->get(0).text().has_value());
    ++Rows;
  }
  EXPECT_FALSE(All->next());
  EXPECT_EQ(All->info().Name, "fruit");
  EXPECT_EQ(Rows, 6u);
  EXPECT_EQ(CountedPart::Most, 1u);
  EXPECT_EQ(CountedPart::Living, 0u);
}

TEST(FilesAnswer, PresentsFilesApart) {
  struct Lines final : Presenter {
    std::vector<std::string> All;
    void line(const Prose &Text) override {
      All.push_back(Text.empty() ? "" : Text.pieces()[0].Text);
    }
    void table(Rows &, unsigned) override {}
    void tree(Rows &, uint64_t) override {}
    void more(uint64_t, uint64_t, const Prose &) override {}
  } To;
  CountedPart::Most = 0;
  threeParts().present(To);
  const std::vector<std::string> Expected = {"part", "", "part", "", "part"};
  EXPECT_EQ(To.All, Expected);
  EXPECT_EQ(CountedPart::Most, 1u);
}

TEST(Prose, JoinsPlainText) {
  Prose P = "a";
  (P << "b").name("c") << "d";
  ASSERT_EQ(P.pieces().size(), 3u);
  EXPECT_EQ(P.pieces()[0].Text, "ab");
  EXPECT_EQ(P.pieces()[1].Is, Prose::Kind::Name);
  P.prose(P);
  EXPECT_EQ(P.pieces().size(), 5u);
}

TEST(Prose, CountsWithNouns) {
  Prose P;
  P.count(1, "class", "classes");
  P.count(2, "class", "classes");
  P.number(3);
  EXPECT_EQ(P.pieces()[0].Text, " class");
  EXPECT_EQ(P.pieces()[1].Text, " classes");
  EXPECT_EQ(P.pieces()[1].Number, 2u);
  EXPECT_EQ(P.pieces()[2].Text, "");
  EXPECT_EQ(P.pieces()[2].Number, 3u);
}
} // namespace

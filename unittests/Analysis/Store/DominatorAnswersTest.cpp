//===- DominatorAnswersTest.cpp - Tests of answers on dominators ----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Store/Answers/DominatorAnswers.h"
#include "Analysis/Graph/GraphTesting.h"
#include "Analysis/Store/StoreTesting.h"
#include "gmock/gmock.h"

using namespace hprof;
using namespace llvm;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {
/// An object with a cache of three texts, and a list of five nodes.
constexpr StringRef Heap = R"(--- !hprof
---
- classes:
  - {name: java/lang/Object, class: 0x10}
  - {name: "[Ljava/lang/Object;", class: 0x18, super: 0x10}
  - {name: app/Node, class: 0x20, super: 0x10, fields: {next: object, id: int}}
  - {name: app/Cache, class: 0x28, super: 0x10, fields: {table: object}}
  - {name: app/Main, class: 0x30, super: 0x10, statics: {cache: object 0x100}}
- instance: {object: 0x100, class: 0x28, fields: {table: 0x110}}
- objectArray: {object: 0x110, class: 0x18, elements: [0x200, 0x210, 0x220]}
- primitiveArray: {object: 0x200, elementType: byte, text: "a text of many letters that fills the heap so that it is suspected"}
- primitiveArray: {object: 0x210, elementType: byte, text: "a text"}
- primitiveArray: {object: 0x220, elementType: byte, text: "b text"}
- instance: {object: 0x300, class: 0x20, fields: {next: 0x310, id: -1}}
- instance: {object: 0x310, class: 0x20, fields: {next: 0x320, id: 2}}
- instance: {object: 0x320, class: 0x20, fields: {next: 0x330, id: 3}}
- instance: {object: 0x330, class: 0x20, fields: {next: 0x340, id: 4}}
- instance: {object: 0x340, class: 0x20, fields: {next: null, id: 5}}
- instance: {object: 0x400, class: 0x20, fields: {next: null, id: 6}}
- rootStickyClass: {object: 0x30}
- rootJniGlobal: {object: 0x300}
)";

/// Logs an answer: its lines, without the values in them, and its number of
/// rows.
class Recorder final : public Presenter {
public:
  void line(const Prose &Text) override {
    std::string Line;
    for (const Prose::Piece &P : Text.pieces())
      Line += P.Text.empty() ? "#" : P.Text;
    Lines.push_back(Line);
  }
  void table(Rows &All, unsigned) override { count(All); }
  void tree(Rows &All, uint64_t) override { count(All); }
  void more(uint64_t All, uint64_t Shown, const Prose &) override {
    More = All - Shown;
  }
  void count(Rows &All) {
    while (All.next())
      ++Shown;
  }

  std::vector<std::string> Lines;
  size_t Shown = 0;
  uint64_t More = 0;
};

struct DominatorAnswersTest : testing::Test {
  DominatorAnswersTest() : Dump("answers", fromYaml(Heap)) {
    Options.TempDir = testing::TempDir();
    Options.Layout = "compressed";
  }
  Expected<std::unique_ptr<FilePart>> tryPart() {
    return dominatorPart(cantFail(HeapStore::open(Dump.path(), Options)),
                         Request);
  }
  std::unique_ptr<FilePart> part() { return cantFail(tryPart()); }

  TestDump Dump;
  StoreOptions Options;
  DominatorRequest Request;
};

/// The value of the column \p Name for \p Place.
Datum get(const Rows &Of, StringRef Name, ColumnPlace Place = ForJson) {
  for (unsigned I : Of.columns(Place))
    if (Of.info().Columns[I].Name == Name)
      return Of.get(I);
  ADD_FAILURE() << "no column " << Name.str();
  return Datum();
}

uint64_t number(const Rows &Of, StringRef Name, ColumnPlace Place = ForJson) {
  const Datum Value = get(Of, Name, Place);
  const auto *N = Value.get<uint64_t>();
  return N ? *N : UINT64_MAX;
}

std::vector<uint64_t> numbers(Rows &Of, StringRef Name,
                              ColumnPlace Place = ForJson) {
  std::vector<uint64_t> All;
  while (Of.next())
    All.push_back(number(Of, Name, Place));
  return All;
}

std::string text(const Rows &Of, StringRef Name) {
  const Datum Value = get(Of, Name);
  return Value.text().value_or("(none)").str();
}

TEST_F(DominatorAnswersTest, ASuspectIsTypedProse) {
  Request.What = DominatorRequest::View::Suspects;
  Request.ForPeople = false;
  std::unique_ptr<FilePart> Part = part();
  std::unique_ptr<Rows> All = Part->rows();
  ASSERT_TRUE(All->next());
  EXPECT_EQ(text(*All, "kind"), "class");
  const Datum Headline = get(*All, "headline");
  const auto *Text = Headline.get<Prose>();
  ASSERT_TRUE(Text);
  std::vector<std::string> Names;
  std::vector<uint64_t> Sizes;
  for (const Prose::Piece &P : Text->pieces()) {
    if (P.Is == Prose::Kind::Name)
      Names.push_back(P.Text);
    if (P.Is == Prose::Kind::Size)
      Sizes.push_back(P.Number);
  }
  EXPECT_THAT(Names, ElementsAre("table", "app.Cache", "byte[]"));
  EXPECT_THAT(Sizes, ElementsAre(number(*All, "own")));
  const Datum Way = get(*All, "way");
  EXPECT_THAT(numbers(*Way.rows(), "id"), ElementsAre(0x30, 0x100, 0x110));
  std::unique_ptr<Rows> File = Part->file();
  ASSERT_TRUE(File->next());
  // The threshold is a tenth of the reachable bytes.
  EXPECT_EQ(number(*File, "least"), number(*File, "bytes") / 10);
}

TEST_F(DominatorAnswersTest, CommandsRepeatHowADumpWasRead) {
  Request.What = DominatorRequest::View::Suspects;
  Request.Reading = {"--layout=compressed"};
  Recorder To;
  part()->present(To);
  EXPECT_THAT(To.Lines,
              Contains(HasSubstr("--layout=compressed " + Dump.path())));
}

TEST_F(DominatorAnswersTest, ATreeHasRowsInPreorder) {
  Request.What = DominatorRequest::View::Tree;
  Request.Least = [](uint64_t) { return 20; };
  std::unique_ptr<FilePart> Part = part();
  std::unique_ptr<Rows> All = Part->rows();
  std::vector<uint64_t> Ids, Depths, Parents, InCsv;
  while (All->next()) {
    Ids.push_back(number(*All, "id"));
    Depths.push_back(number(*All, "depth"));
    Parents.push_back(number(*All, "parent"));
    InCsv.push_back(number(*All, "objects", ForCsv));
  }
  EXPECT_THAT(Ids, testing::IsSupersetOf({0x30, 0x100, 0x110, 0x200, 0x300}));
  const size_t Array = size_t(find(Ids, 0x110u) - Ids.begin());
  EXPECT_EQ(Depths[Array], 2u);
  EXPECT_EQ(Parents[Array], 0x100u);
  EXPECT_EQ(Depths[Array + 1], 3u);
  // The list appears as a single row.
  const size_t List = size_t(find(Ids, 0x300u) - Ids.begin());
  EXPECT_EQ(InCsv[List], 5u);
  EXPECT_THAT(Ids, testing::Not(Contains(0x320)));
}

TEST_F(DominatorAnswersTest, ATreeForPeopleHasRowsForSmallerObjects) {
  Request.What = DominatorRequest::View::Tree;
  Request.Objects = {0x110};
  Request.Top = 1;
  Request.Least = [](uint64_t) { return 1; };
  Recorder To;
  std::unique_ptr<FilePart> Part = part();
  Part->present(To);
  EXPECT_EQ(To.Shown, 3u);
  std::unique_ptr<Rows> All = Part->rows();
  EXPECT_THAT(numbers(*All, "id"), ElementsAre(0x110, 0x200));
  EXPECT_THAT(To.Lines, Contains(HasSubstr(" is dominated by")));
  Request.Depth = 1;
  part()->present(To);
  EXPECT_THAT(To.Lines, Contains(HasSubstr("level shown (--depth=0")));
}

TEST_F(DominatorAnswersTest, CollapsedLinesAddUp) {
  Request.What = DominatorRequest::View::Collapsed;
  std::unique_ptr<FilePart> Part = part();
  EXPECT_FALSE(Part->isApart());
  Recorder To;
  Part->present(To);
  uint64_t Sum = 0;
  for (StringRef Line : To.Lines) {
    uint64_t N = 0;
    ASSERT_FALSE(Line.rsplit(' ').second.getAsInteger(10, N)) << Line.str();
    Sum += N;
  }
  std::unique_ptr<Rows> File = Part->file();
  ASSERT_TRUE(File->next());
  EXPECT_EQ(Sum, number(*File, "bytes"));
  EXPECT_THAT(To.Lines, Contains(HasSubstr("app.Node")));
}

TEST_F(DominatorAnswersTest, FieldsAreColumnsKnownAtRunTime) {
  Request.What = DominatorRequest::View::OfClass;
  Request.Class = "app.Node";
  Request.Fields = {"id", "next.id", "next"};
  std::unique_ptr<FilePart> Part = part();
  std::unique_ptr<Rows> All = Part->rows();
  unsigned Column = 0;
  while (All->info().Columns[Column].Type != ColumnType::Fields)
    ++Column;
  EXPECT_THAT(All->labels(Column, ForCsv),
              ElementsAre("field:id", "next.id", "next"));
  EXPECT_THAT(All->labels(Column, ForText),
              ElementsAre("id", "next.id", "next"));
  ASSERT_TRUE(All->next());
  const Datum First = get(*All, "fields");
  Rows &Fields = *First.rows();
  ASSERT_TRUE(Fields.next());
  const Datum Id = get(Fields, "id");
  ASSERT_TRUE(Id.get<int64_t>());
  EXPECT_EQ(*Id.get<int64_t>(), -1);
  const Datum Next = get(Fields, "next");
  ASSERT_TRUE(Next.rows() && Next.rows()->next());
  EXPECT_EQ(number(*Next.rows(), "id"), 0x310u);
  for (unsigned I = 0; I != 4; ++I)
    ASSERT_TRUE(All->next());
  const Datum Last = get(*All, "fields");
  ASSERT_TRUE(Last.rows()->next());
  EXPECT_TRUE(get(*Last.rows(), "next").isNull());
  EXPECT_TRUE(get(*Last.rows(), "next.id").isMissing());
  EXPECT_FALSE(All->next());
  std::unique_ptr<Rows> File = Part->file();
  ASSERT_TRUE(File->next());
  EXPECT_EQ(number(*File, "unreachable_rows"), 1u);
  Recorder To;
  Request.Top = 2;
  part()->present(To);
  EXPECT_EQ(To.Shown, 2u);
  EXPECT_EQ(To.More, 3u);
}

TEST_F(DominatorAnswersTest, WhatIsNotThereIsAnError) {
  Request.What = DominatorRequest::View::Tree;
  Request.Objects = {0x100, 0x999};
  EXPECT_THAT(toString(tryPart().takeError()),
              HasSubstr("no object has the id 0x999"));
  Request.Objects = {0x400};
  Request.What = DominatorRequest::View::ClassTree;
  EXPECT_THAT(toString(tryPart().takeError()),
              HasSubstr("object 0x400 is unreachable"));
  Request.What = DominatorRequest::View::OfClass;
  Request.Class = "app.Nodes";
  EXPECT_THAT(toString(tryPart().takeError()),
              HasSubstr("no class is called 'app.Nodes'"));
  Request.Class = "app.Node";
  Request.Fields = {"size"};
  EXPECT_THAT(toString(tryPart().takeError()),
              HasSubstr("objects of 'app.Node' have no field 'size'"));
}
TEST_F(DominatorAnswersTest, ATreeOfClassesHasAtMostTheRowsAskedFor) {
  Request.What = DominatorRequest::View::ClassTree;
  Request.Least = [](uint64_t) { return 1; };
  const std::vector<uint64_t> Sizes = numbers(*part()->rows(), "retained");
  ASSERT_GT(Sizes.size(), 3U);
  for (size_t Most = 1; Most != Sizes.size() + 1; ++Most) {
    Request.MostRows = Most;
    std::unique_ptr<FilePart> Part = part();
    const std::vector<uint64_t> Found = numbers(*Part->rows(), "retained");
    EXPECT_LE(Found.size(), Most);
    // The largest rows are shown; the others are counted.
    std::unique_ptr<Rows> File = Part->file();
    ASSERT_TRUE(File->next());
    const uint64_t Least = number(*File, "least");
    EXPECT_EQ(Found.size(),
              size_t(count_if(Sizes, [&](uint64_t N) { return N >= Least; })));
    EXPECT_EQ(Found.size() == Sizes.size(), Most == Sizes.size());
    uint64_t Left = 0, Shown = 0;
    if (const Datum Rest = get(*File, "left_out"); Rest.rows()) {
      ASSERT_TRUE(Rest.rows()->next());
      Left = number(*Rest.rows(), "retained");
    }
    for (std::unique_ptr<Rows> All = Part->rows(); All->next();)
      if (number(*All, "depth") == 0)
        Shown += number(*All, "retained");
    EXPECT_EQ(Left + Shown, number(*File, "bytes")) << Most;
  }
}

} // namespace

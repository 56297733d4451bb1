//===- RecordBatchesTest.cpp - Rows as columns in memory ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Arrow/RecordBatches.h"
#include "Arrow/ReadArrow.h"
#include "hprof/Answer/TypedTable.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {
struct Item {
  uint64_t Id = 1;
  std::string Name;
  std::optional<int64_t> Size;
  bool IsBig = false;
  double Share = 0.5;
  const char *Kind = "a";
  std::vector<std::string> Tags;
};
} // namespace

HPROF_TABLE_BEGIN(plainTable, Item, NothingAsked, "items", "An item.")
HPROF_COLUMN(Id, "id", ForAll, R.Id, "Its id.")
HPROF_COLUMN(Text, "name", ForAll, StringRef(R.Name), "Its name.")
HPROF_OPTIONAL(Bytes, "size", ForAll, R.Size, "Bytes.")
HPROF_COLUMN(Flag, "big", ForAll, R.IsBig, "Whether.")
HPROF_COLUMN(Share, "share", ForAll, R.Share, "A part.")
HPROF_WORD("a|b", "kind", ForAll, R.Kind, "What.")
HPROF_COLUMN(Text, "class", ForAll | Repeats, StringRef(R.Name), "Its class.")
HPROF_COLUMN(Texts, "tags", ForAll, R.Tags, "Words.")
HPROF_COLUMN(Time, "time", ForJson, R.Id, "When.")
HPROF_COLUMN(Count, "text_only", ForText, R.Id, "For people.")
HPROF_TABLE_END

namespace {
/// The rows of a source, batch by batch.
class Pulled {
public:
  explicit Pulled(std::unique_ptr<Rows> All, BatchOptions Options = {})
      : Of(recordBatches(std::move(All), std::move(Options))) {}
  const ArrowSchema &schema() {
    if (!Schema.release)
      cantFail(Of->schema(Schema));
    return Schema;
  }
  bool next() {
    if (Now.release)
      Now.release(&Now);
    return cantFail(Of->next(Now));
  }
  std::string error() {
    while (true) {
      Owned<ArrowArray> Next;
      Expected<bool> Has = Of->next(Next);
      if (!Has)
        return toString(Has.takeError());
      if (!*Has)
        return "";
    }
  }
  const ArrowArray &operator[](size_t I) const { return *Now.children[I]; }

  std::unique_ptr<RecordBatches> Of;
  Owned<ArrowSchema> Schema;
  Owned<ArrowArray> Now;
};
} // namespace

static std::unique_ptr<Rows> items(std::vector<Item> All) {
  return ownRows(plainTable(), NothingAsked::value(), std::move(All));
}

static std::vector<std::string> formats(const ArrowSchema &S) {
  std::vector<std::string> All;
  for (int64_t I = 0; I != S.n_children; ++I)
    All.push_back(std::string(S.children[I]->name) + ":" +
                  S.children[I]->format);
  return All;
}

TEST(RecordBatches, TypesFollowDeclarations) {
  Pulled P(items({}));
  const ArrowSchema &S = P.schema();
  EXPECT_STREQ("+s", S.format);
  EXPECT_THAT(formats(S),
              ElementsAre("id:l", "name:u", "size:l", "big:b", "share:g",
                          "kind:c", "class:i", "tags:+l", "time:tsm:UTC"));
  EXPECT_STREQ("u", S.children[5]->dictionary->format);
  EXPECT_STREQ("u", S.children[6]->dictionary->format);
  EXPECT_EQ(0, S.children[0]->flags);
  EXPECT_EQ(ARROW_FLAG_NULLABLE, S.children[2]->flags);
  EXPECT_EQ("items", metadataOf(S)["hprof.table"]);
  EXPECT_EQ("An item.", metadataOf(S)["hprof.sentence"]);
  EXPECT_EQ("id", metadataOf(*S.children[0])["hprof.type"]);
  EXPECT_EQ("bytes", metadataOf(*S.children[2])["hprof.unit"]);
  EXPECT_EQ("Its name.", metadataOf(*S.children[1])["hprof.sentence"]);
  EXPECT_FALSE(P.next());
  EXPECT_EQ(nullptr, P.Now.release);
}

TEST(RecordBatches, ValuesAndNulls) {
  std::vector<Item> All(10);
  for (size_t I = 0; I != All.size(); ++I) {
    All[I].Id = UINT64_MAX - I;
    All[I].Name = std::string(I, 'x');
    if (I != 3)
      All[I].Size = -int64_t(I);
    All[I].IsBig = I % 3 == 0;
    All[I].Kind = I % 2 ? "b" : "a";
    All[I].Tags.assign(I % 3, "tag");
  }
  Pulled P(items(All));
  ASSERT_TRUE(P.next());
  EXPECT_EQ(10, P.Now.length);
  // Large ids keep all their bits.
  EXPECT_EQ(-1, *numbersOf<int64_t>(P[0])[0]);
  EXPECT_EQ("xxxx", textsOf(P[1])[4]);
  EXPECT_EQ(0, P[1].null_count);
  EXPECT_EQ(nullptr, P[1].buffers[0]);
  EXPECT_EQ(1, P[2].null_count);
  const auto Sizes = numbersOf<int64_t>(P[2]);
  for (int64_t I = 0; I != 10; ++I)
    EXPECT_EQ(I == 3 ? std::nullopt : std::optional(-I), Sizes[size_t(I)]);
  const auto *Flags = static_cast<const uint8_t *>(P[3].buffers[1]);
  EXPECT_EQ(0b01001001, Flags[0]);
  EXPECT_EQ(0b10, Flags[1]);
  EXPECT_EQ(0.5, *numbersOf<double>(P[4])[9]);
  EXPECT_EQ("b", wordsOf<int8_t>(P[5])[1]);
  EXPECT_EQ("xx", wordsOf<int32_t>(P[6])[2]);
  const auto *Ends = static_cast<const int32_t *>(P[7].buffers[1]);
  EXPECT_THAT(std::vector<int32_t>(Ends, Ends + 5), ElementsAre(0, 0, 1, 3, 3));
  EXPECT_EQ(9, P[7].children[0]->length);
  EXPECT_FALSE(P.next());
}

TEST(RecordBatches, EndAtLimits) {
  std::vector<Item> All(10);
  for (Item &Is : All)
    Is.Name = std::string(100, 'n');
  Pulled ByRows(items(All), {{4, UINT64_MAX}, {}, {}});
  std::vector<int64_t> Lengths;
  while (ByRows.next())
    Lengths.push_back(ByRows.Now.length);
  EXPECT_THAT(Lengths, ElementsAre(4, 4, 2));
  // Each batch has at least one row, regardless of its size.
  Pulled ByBytes(items(All), {{UINT64_MAX, 1}, {1}, {}});
  Lengths.clear();
  while (ByBytes.next())
    Lengths.push_back(ByBytes.Now.length);
  EXPECT_EQ(std::vector<int64_t>(10, 1), Lengths);
}

TEST(RecordBatches, ColumnsThatWereChosen) {
  Pulled P(items({Item()}), {{}, {4, 0}, {}});
  EXPECT_THAT(formats(P.schema()), ElementsAre("share:g", "id:l"));
  ASSERT_TRUE(P.next());
  EXPECT_EQ(2, P.Now.n_children);
}

TEST(RecordBatches, DictionariesGrowAndAreShared) {
  std::vector<Item> All(6);
  const char *Names[] = {"p", "q", "p", "p", "r", "\xc3"};
  for (size_t I = 0; I != All.size(); ++I)
    All[I].Name = Names[I];
  Pulled P(items(All), {{2, UINT64_MAX}, {6}, {}});
  ASSERT_TRUE(P.next());
  EXPECT_THAT(wordsOf<int32_t>(P[0]), ElementsAre("p", "q"));
  const void *First = P[0].dictionary->buffers[2];
  ASSERT_TRUE(P.next());
  EXPECT_THAT(wordsOf<int32_t>(P[0]), ElementsAre("p", "p"));
  EXPECT_EQ(First, P[0].dictionary->buffers[2]);
  ASSERT_TRUE(P.next());
  // Invalid UTF-8 is replaced.
  EXPECT_THAT(wordsOf<int32_t>(P[0]), ElementsAre("r", "\xef\xbf\xbd"));
  EXPECT_THAT(textsOf(*P[0].dictionary),
              ElementsAre("p", "q", "r", "\xef\xbf\xbd"));
  EXPECT_FALSE(P.next());
}

namespace {
/// Rows that reuse the same address for a different text each time.
class OnePlace final : public Rows {
public:
  const TableInfo &info() const override { return plainTable(); }
  bool next() override {
    Text = {char('a' + At++), 'x'};
    return At <= 3;
  }
  Datum get(unsigned) const override { return StringRef(Text); }

private:
  std::string Text = "zz";
  unsigned At = 0;
};
} // namespace

TEST(RecordBatches, AddressesAreNoTexts) {
  Pulled P(std::make_unique<OnePlace>(), {{}, {6}, {}});
  ASSERT_TRUE(P.next());
  EXPECT_THAT(wordsOf<int32_t>(P[0]), ElementsAre("ax", "bx", "cx"));
}

//===----------------------------------------------------------------------===//
// Records in records
//===----------------------------------------------------------------------===//

namespace {
struct Outer {
  std::vector<Item> Items;
  bool HasFirst = true;
  bool LacksName = false;
};
} // namespace

static std::unique_ptr<Rows> firstOf(const Outer &R) {
  return oneRow(plainTable(), NothingAsked::value(), R.Items.front());
}

HPROF_TABLE_BEGIN(outerTable, Outer, NothingAsked, "outer", "")
HPROF_NESTED(List, &plainTable(), "items", ForAll,
             rowsOf(plainTable(), NothingAsked::value(), R.Items), "All.")
HPROF_NESTED_OPTIONAL(Record, &plainTable(), "first", ForAll,
                      R.HasFirst ? Datum(firstOf(R)) : Datum(), "One.")
HPROF_NESTED(List, SameTable, "below", ForAll, std::unique_ptr<Rows>(),
             "Rows like this.")
HPROF_COLUMN(Count, "count", ForAll,
             R.LacksName ? Datum() : Datum(R.Items.size()), "Items.")
HPROF_TABLE_END

static std::unique_ptr<Rows> outers(std::vector<Outer> All) {
  return ownRows(outerTable(), NothingAsked::value(), std::move(All));
}

TEST(RecordBatches, ListsAndRecords) {
  std::vector<Outer> All(3);
  All[0].Items.resize(2);
  All[0].Items[1].Name = "second";
  All[1].HasFirst = false;
  All[2].Items.resize(1);
  All[2].Items[0].Name = "third";
  Pulled P(outers(All));
  // A type cannot contain itself.
  EXPECT_THAT(formats(P.schema()),
              ElementsAre("items:+l", "first:+s", "count:l"));
  EXPECT_STREQ("+s", P.schema().children[0]->children[0]->format);
  ASSERT_TRUE(P.next());
  const auto *Ends = static_cast<const int32_t *>(P[0].buffers[1]);
  EXPECT_THAT(std::vector<int32_t>(Ends, Ends + 4), ElementsAre(0, 2, 2, 3));
  EXPECT_THAT(textsOf(*P[0].children[0]->children[1]),
              ElementsAre("", "second", "third"));
  EXPECT_FALSE(isValid(P[1], 1));
  EXPECT_THAT(textsOf(*P[1].children[1]), ElementsAre("", "null", "third"));
}

TEST(RecordBatches, MissingValuesOfOthersAreErrors) {
  std::vector<Outer> All(1);
  All[0].HasFirst = false;
  All[0].LacksName = true;
  EXPECT_EQ("column 'count' contains null, but is declared as not nullable",
            Pulled(outers(All)).error());
}

//===----------------------------------------------------------------------===//
// Types determined by values
//===----------------------------------------------------------------------===//

namespace {
class AnyRows final : public Rows {
public:
  explicit AnyRows(std::vector<Datum> All) : All(std::move(All)) {
    Column C;
    C.Name = "any";
    C.MayBeNull = true;
    Info.Columns.push_back(C);
  }
  const TableInfo &info() const override { return Info; }
  bool next() override { return At++ < All.size(); }
  Datum get(unsigned) const override { return std::move(All[At - 1]); }

private:
  TableInfo Info;
  mutable std::vector<Datum> All;
  size_t At = 0;
};
} // namespace

template <class... T> static std::unique_ptr<Rows> any(T... Values) {
  std::vector<Datum> All;
  (All.push_back(Datum(Values)), ...);
  return std::make_unique<AnyRows>(std::move(All));
}

static BatchOptions inferred(uint64_t RowsPerBatch = 100) {
  return {{RowsPerBatch, UINT64_MAX}, {}, {0}};
}

TEST(RecordBatches, InferredTypes) {
  const Datum::Null Null;
  Pulled Whole(any(Null, 1, uint64_t(2)), inferred());
  EXPECT_STREQ("l", Whole.schema().children[0]->format);
  ASSERT_TRUE(Whole.next());
  EXPECT_THAT(numbersOf<int64_t>(Whole[0]), ElementsAre(std::nullopt, 1, 2));
  Pulled Real(any(1, 2.5, Null), inferred());
  EXPECT_STREQ("g", Real.schema().children[0]->format);
  ASSERT_TRUE(Real.next());
  EXPECT_THAT(numbersOf<double>(Real[0]), ElementsAre(1, 2.5, std::nullopt));
  Pulled Text(any(1, "x", 2.5, true), inferred());
  EXPECT_STREQ("u", Text.schema().children[0]->format);
  ASSERT_TRUE(Text.next());
  EXPECT_THAT(textsOf(Text[0]), ElementsAre("1", "x", "2.5", "true"));
  Pulled Flags(any(true, false), inferred());
  EXPECT_STREQ("b", Flags.schema().children[0]->format);
  Pulled Mixed(any(true, 1), inferred());
  EXPECT_STREQ("u", Mixed.schema().children[0]->format);
  Pulled Nothing(any(Null), inferred());
  EXPECT_STREQ("u", Nothing.schema().children[0]->format);
  ASSERT_TRUE(Nothing.next());
  EXPECT_THAT(textsOf(Nothing[0]), ElementsAre("null"));
}

TEST(RecordBatches, InferredTypesBindFurtherBatches) {
  Pulled P(any(1, 2, 3), inferred(2));
  EXPECT_STREQ("l", P.schema().children[0]->format);
  ASSERT_TRUE(P.next());
  ASSERT_TRUE(P.next());
  EXPECT_THAT(numbersOf<int64_t>(P[0]), ElementsAre(3));
  EXPECT_FALSE(P.next());
  EXPECT_THAT(Pulled(any(1, 2, "x"), inferred(2)).error(),
              HasSubstr("column 'any': value has another type"));
  EXPECT_EQ("", Pulled(any("x", "y", 3), inferred(2)).error());
}

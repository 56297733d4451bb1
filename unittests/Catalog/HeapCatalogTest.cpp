//===- HeapCatalogTest.cpp - All tables of a heap dump --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Catalog/HeapCatalog.h"
#include "Arrow/ReadArrow.h"
#include "hprof/Analysis/Heap/GroupBy.h"
#include "hprof/Question/Question.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <thread>
#include <unistd.h>

using namespace hprof;
using namespace llvm;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsSubsetOf;

static constexpr StringLiteral Heap = R"(--- !hprof
idSize: 8
---
- classes:
  - {name: java/lang/Object, class: 0x10}
  - {name: java/lang/Thread, class: 0x18, super: 0x10, fields: {name: object}}
  - {name: app/Job, class: 0x20, super: 0x10, fields: {number: int, next: object}}
  - {name: "[B", class: 0x28, super: 0x10}
- instance: {object: 0x100, class: 0x20, fields: {number: 1, next: 0x110}}
- instance: {object: 0x110, class: 0x20, fields: {number: 2, next: 0x120}}
- instance: {object: 0x120, class: 0x20, fields: {number: 3, next: 0}}
- instance: {object: 0x130, class: 0x20, fields: {number: 4, next: 0}}
- primitiveArray: {object: 0x140, elementType: byte, text: "some bytes"}
- rootJniGlobal: {object: 0x100}
- rootJniGlobal: {object: 0x140}
)";

namespace {
struct HeapCatalogTest : testing::Test {
  HeapCatalogTest() {
    SmallString<64> Folder;
    cantFail(errorCodeToError(
        sys::fs::createUniqueDirectory("hprof-catalog", Folder)));
    In = Folder.str().str();
    Path = In + "/heap.yaml";
    write(Path, Heap);
  }
  ~HeapCatalogTest() override { sys::fs::remove_directories(In); }

  static void write(const std::string &To, StringRef Text) {
    std::error_code Failed;
    raw_fd_ostream OS(To, Failed);
    OS << Text;
  }
  std::shared_ptr<HeapCatalog> open() {
    Options.Store.Threads = 2;
    return cantFail(HeapCatalog::open(Path, Options));
  }

  std::string In, Path;
  CatalogOptions Options;
};

/// All rows of a small table, as a single batch.
struct WholeTable {
  explicit WholeTable(std::unique_ptr<RecordBatches> Of) {
    cantFail(Of->schema(Schema));
    cantFail(Of->next(All));
    Owned<ArrowArray> Next;
    EXPECT_FALSE(cantFail(Of->next(Next)));
  }
  std::vector<std::string> names() const {
    std::vector<std::string> Found;
    for (int64_t I = 0; I != Schema.n_children; ++I)
      Found.push_back(Schema.children[I]->name);
    return Found;
  }
  const ArrowArray &operator[](StringRef Name) const {
    for (int64_t I = 0; I != Schema.n_children; ++I)
      if (Name == Schema.children[I]->name)
        return *All.children[I];
    ADD_FAILURE() << "no column " << Name.str();
    return All;
  }

  Owned<ArrowSchema> Schema;
  Owned<ArrowArray> All;
};
} // namespace

static std::string failure(BatchesOrError Of, CatalogError::Kind Wanted) {
  std::string Text;
  handleAllErrors(
      Of.takeError(),
      [&](const CatalogError &E) {
        EXPECT_EQ(Wanted, E.kind());
        raw_string_ostream OS(Text);
        E.log(OS);
      },
      [&](const ErrorInfoBase &E) {
        EXPECT_EQ(Wanted, CatalogError::Kind::BadArgument);
        EXPECT_EQ(std::errc::invalid_argument, E.convertToErrorCode());
        Text = E.message();
      });
  return Text;
}

/// The range in a list column that belongs to a row: begin, end.
static std::pair<int32_t, int32_t> partOf(const ArrowArray &List, size_t Row) {
  const auto *Ends = static_cast<const int32_t *>(List.buffers[1]);
  return {Ends[Row], Ends[Row + 1]};
}

/// The words of an enumerated column have the order of the enumeration.
TEST(QuestionTest, WordsOfGroups) {
  for (const char *Name : {"histogram", "changes", "dominator_groups"})
    for (const Argument &A : findQuestion(Name)->Arguments) {
      SmallVector<StringRef, 4> Words;
      A.Choices.split(Words, '|');
      for (size_t I = 0; A.Name == "by" && I != Words.size(); ++I)
        EXPECT_EQ(Words[I], groupName(GroupBy(I))) << Name;
    }
}

TEST_F(HeapCatalogTest, EachListedTableCanBeRead) {
  std::shared_ptr<HeapCatalog> Of = open();
  WholeTable List(Of->tables());
  const std::vector<std::string> Names = textsOf(List["name"]);
  EXPECT_THAT(Names, Contains("objects"));
  EXPECT_THAT(Names, Contains("duplicate_strings"));
  EXPECT_THAT(Names, Contains("histogram"));
  const std::vector<std::string> AllColumns =
      textsOf(*List["columns"].children[0]->children[0]);
  const std::vector<std::string> AllArguments =
      textsOf(*List["arguments"].children[0]->children[0]);
  for (size_t I = 0; I != Names.size(); ++I) {
    CatalogArguments Given;
    auto [First, Last] = partOf(List["arguments"], I);
    for (int32_t A = First; A != Last; ++A)
      if (AllArguments[size_t(A)] == "of")
        Given.push_back({"of", "0x100"});
      else if (AllArguments[size_t(A)] == "after")
        Given.push_back({"after", Path});
    BatchesOrError Made = Of->table(Names[I], Given);
    if (!Made) {
      ADD_FAILURE() << Names[I] << ": " << toString(Made.takeError());
      continue;
    }
    auto [Begin, End] = partOf(List["columns"], I);
    const std::vector<std::string> Columns(AllColumns.begin() + Begin,
                                           AllColumns.begin() + End);
    // Some columns exist only if they were requested.
    EXPECT_THAT(WholeTable(std::move(*Made)).names(), IsSubsetOf(Columns))
        << Names[I];
  }
}

TEST_F(HeapCatalogTest, TablesAndQueriesAgree) {
  std::shared_ptr<HeapCatalog> Of = open();
  WholeTable Read(cantFail(Of->table("objects", {})));
  WholeTable Asked(cantFail(Of->query("SELECT * FROM objects")));
  EXPECT_EQ(Read.names(), Asked.names());
  for (const char *Name : {"id", "shallow", "retained", "dominator", "depth"})
    EXPECT_EQ(numbersOf<int64_t>(Read[Name]), numbersOf<int64_t>(Asked[Name]));
  EXPECT_EQ(wordsOf<int32_t>(Read["class"]), textsOf(Asked["class"]));
  EXPECT_EQ(wordsOf<int8_t>(Read["kind"]), textsOf(Asked["kind"]));
}

TEST_F(HeapCatalogTest, ClassesAreTables) {
  WholeTable Jobs(cantFail(open()->table("app.Job", {})));
  EXPECT_THAT(numbersOf<int64_t>(Jobs["number"]), ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(numbersOf<int64_t>(Jobs["next"]),
              ElementsAre(0x110, 0x120, std::nullopt, std::nullopt));
}

TEST_F(HeapCatalogTest, ArgumentsOfTables) {
  std::shared_ptr<HeapCatalog> Of = open();
  WholeTable One(cantFail(
      Of->table("objects", {{"id", "0x110"}, {"columns", "shallow, id"}})));
  EXPECT_THAT(One.names(), ElementsAre("shallow", "id"));
  EXPECT_THAT(numbersOf<int64_t>(One["id"]), ElementsAre(0x110));
  WholeTable OfClass(cantFail(Of->table("objects", {{"class", "app.Job"}})));
  EXPECT_EQ(4, OfClass.All.length);
  WholeTable Refs(cantFail(Of->table("refs", {{"target", "272"}})));
  EXPECT_THAT(numbersOf<int64_t>(Refs["source"]), ElementsAre(0x100));
  WholeTable Path(cantFail(Of->table("path", {{"of", "0x120"}})));
  EXPECT_THAT(numbersOf<int64_t>(Path["id"]), ElementsAre(0x100, 0x110, 0x120));
  WholeTable View(cantFail(Of->table("unreachable", {{"columns", "class"}})));
  EXPECT_THAT(View.names(), ElementsAre("class"));
}

TEST_F(HeapCatalogTest, ArgumentsOfAnswers) {
  std::shared_ptr<HeapCatalog> Of = open();
  WholeTable Top(
      cantFail(Of->table("histogram", {{"by", "package"},
                                       {"retained", "true"},
                                       {"sort", "retained"},
                                       {"top", "1"},
                                       {"columns", "package,retained"}})));
  EXPECT_THAT(Top.names(), ElementsAre("package", "retained"));
  EXPECT_EQ(1, Top.All.length);
  WholeTable Lost(cantFail(
      Of->table("histogram", {{"unreachable", "true"}, {"filter", "app.*"}})));
  EXPECT_THAT(numbersOf<int64_t>(Lost["instances"]), ElementsAre(1));
  WholeTable Tree(
      cantFail(Of->table("dominator_tree", {{"id", "0x110"}, {"depth", "2"}})));
  EXPECT_THAT(numbersOf<int64_t>(Tree["id"]), ElementsAre(0x110, 0x120));
}

TEST_F(HeapCatalogTest, Errors) {
  std::shared_ptr<HeapCatalog> Of = open();
  using Kind = CatalogError::Kind;
  EXPECT_EQ("no table or class is named 'nope'",
            failure(Of->table("nope", {}), Kind::NoTable));
  EXPECT_EQ("no object has the id 0x999",
            failure(Of->object(0x999), Kind::NoObject));
  auto Bad = [&](StringRef Name, CatalogArguments Given) {
    return failure(Of->table(Name, Given), Kind::BadArgument);
  };
  EXPECT_EQ("table 'path' requires the argument 'of'", Bad("path", {}));
  EXPECT_THAT(Bad("path", {{"of", "x"}}), HasSubstr("expected a number"));
  EXPECT_THAT(Bad("path", {{"of", "1"}, {"of", "2"}}), HasSubstr("twice"));
  EXPECT_EQ("table 'roots' takes no argument 'of'; it has no arguments",
            Bad("roots", {{"of", "1"}}));
  EXPECT_THAT(Bad("objects", {{"columns", "id,id"}}), HasSubstr("twice"));
  EXPECT_THAT(Bad("objects", {{"columns", "ids"}}),
              HasSubstr("has no column 'ids'; it has id, class"));
  EXPECT_THAT(Bad("notes", {{"a", "b"}}), HasSubstr("takes no arguments"));
  EXPECT_THAT(Bad("histogram", {{"columns", "x"}}), HasSubstr("no column 'x'"));
  EXPECT_THAT(Bad("histogram", {{"by", "x"}}),
              HasSubstr("expected class or name or loader or package"));
  EXPECT_THAT(Bad("histogram", {{"x", "x"}}),
              HasSubstr("unknown, expected by, "));
  EXPECT_THAT(Bad("histogram", {{"top", "x"}}), HasSubstr("expected a number"));
  EXPECT_THAT(Bad("histogram", {{"top", "1"}, {"top", "1"}}),
              HasSubstr("twice"));
  EXPECT_THAT(Bad("histogram", {{"sort", "retained"}}),
              HasSubstr("requires retained"));
  EXPECT_THAT(Bad("changes", {}), HasSubstr("missing"));
  EXPECT_THAT(Bad("dominator_tree", {{"id", "0x999"}}),
              HasSubstr("no object has the id 0x999"));
  EXPECT_EQ("'/nope': No such file or directory",
            toString(Of->table("changes", {{"after", "/nope"}}).takeError()));
}

TEST_F(HeapCatalogTest, DamageIsNoted) {
  write(Path, (Heap + "- rootUnknown: {object:").str());
  std::shared_ptr<HeapCatalog> Of = open();
  EXPECT_TRUE(Of->isDamaged());
  WholeTable Notes(cantFail(Of->table("notes", {})));
  EXPECT_THAT(wordsOf<int8_t>(Notes["kind"]), Contains("damage"));
}

TEST_F(HeapCatalogTest, ThreadsTakeTurns) {
  std::shared_ptr<HeapCatalog> Of = open();
  std::vector<std::thread> All;
  std::atomic<int64_t> Rows{0};
  for (const char *Name : {"objects", "refs", "app.Job", "histogram"})
    All.emplace_back([&, Name] {
      for (int I = 0; I != 5; ++I)
        Rows += WholeTable(cantFail(Of->table(Name, {}))).All.length;
    });
  for (std::thread &T : All)
    T.join();
  EXPECT_GT(Rows, 5 * 4);
}

TEST_F(HeapCatalogTest, BatchesKeepTheHeapOpen) {
  std::unique_ptr<RecordBatches> Last =
      cantFail(open()->query("SELECT id FROM objects WHERE class = 'app.Job'"));
  EXPECT_EQ(4, WholeTable(std::move(Last)).All.length);
}

TEST_F(HeapCatalogTest, ATypeThatIsCancelledIsNotGiven) {
  bool IsCancelled = false;
  Options.ShouldEnd = [&] { return IsCancelled; };
  const std::shared_ptr<HeapCatalog> Is = open();
  // The type of an expression is that of its values in the first batch.
  std::unique_ptr<RecordBatches> Of = cantFail(
      Is->query("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 "
                "FROM n) SELECT i FROM n"));
  IsCancelled = true;
  Owned<ArrowSchema> Schema;
  Error E = Of->schema(Schema);
  EXPECT_TRUE(E.isA<CancelledError>());
  consumeError(std::move(E));
  EXPECT_EQ(nullptr, Schema.release);
}

/// The name of each row and its number of instances.
static std::vector<std::string> countsOf(BatchesOrError Of) {
  const WholeTable All(cantFail(std::move(Of)));
  std::vector<std::string> Rows = textsOf(*All.All.children[0]);
  for (auto [Row, N] : zip_equal(Rows, numbersOf<int64_t>(All["instances"])))
    Row += " " + std::to_string(N.value_or(-1));
  llvm::sort(Rows);
  return Rows;
}

TEST_F(HeapCatalogTest, AHistogramIsOfTheDumpThatWasOpened) {
  const std::vector<std::string> Before =
      countsOf(open()->table("histogram", {}));
  EXPECT_THAT(Before, Contains("app.Job 4"));
  const std::shared_ptr<HeapCatalog> Is = open();
  // Gives the name to another dump.
  write(In + "/other.yaml", "--- !hprof\nidSize: 8\n");
  cantFail(errorCodeToError(sys::fs::rename(In + "/other.yaml", Path)));
  EXPECT_EQ(countsOf(Is->table("histogram", {})), Before);
  EXPECT_EQ(countsOf(Is->table("histogram", {{"by", "name"}})), Before);
}

TEST_F(HeapCatalogTest, APipeIsReadOnce) {
  const std::vector<std::string> Before =
      countsOf(open()->table("histogram", {}));
  int Ends[2];
  ASSERT_EQ(pipe(Ends), 0);
  // The dump fits into the pipe.
  ASSERT_EQ(::write(Ends[1], Heap.data(), Heap.size()), ssize_t(Heap.size()));
  close(Ends[1]);
  Path = "/dev/fd/" + std::to_string(Ends[0]);
  const std::shared_ptr<HeapCatalog> Is = open();
  EXPECT_EQ(countsOf(Is->table("histogram", {})), Before);
  const WholeTable Loaders(
      cantFail(Is->table("histogram", {{"by", "loader"}})));
  EXPECT_EQ(Loaders.All.length, 1);
  write(In + "/after.yaml", Heap);
  const WholeTable Changes(
      cantFail(Is->table("changes", {{"after", In + "/after.yaml"}})));
  EXPECT_GT(Changes.All.length, 0);
  close(Ends[0]);
}

TEST_F(HeapCatalogTest, QueriesTakeNoAddresses) {
  EXPECT_THAT(failure(open()->query("SELECT hex(fts3_tokenizer('simple'))"),
                      CatalogError::Kind::BadQuery),
              HasSubstr("rejected: fts3_tokenizer()"));
}

/// Cancellation is checked not only by SQLite, which does so from time to time
/// between rows, but also during a scan and during the computation that
/// precedes a table's first row.
TEST_F(HeapCatalogTest, WhatFindsNoRowsEndsWhenItIsToEnd) {
  unsigned Asked = 0, Most = ~0U;
  Options.ShouldEnd = [&] { return ++Asked > Most; };
  const auto Ask = [&](HeapCatalog &Of, StringRef Sql) {
    Asked = 0;
    BatchesOrError Is = Of.query(Sql);
    if (!Is)
      return Is.takeError();
    Owned<ArrowSchema> Schema;
    if (Error E = (*Is)->schema(Schema))
      return E;
    Owned<ArrowArray> Batch;
    return (*Is)->next(Batch).takeError();
  };
  std::string Large = Heap.str();
  for (unsigned I = 0; I != 200'000; ++I)
    Large += "- instance: {object: " + std::to_string(0x1000 + 8 * I) +
             ", class: 0x20, fields: {number: 1, next: 0x100}}\n";
  const std::shared_ptr<HeapCatalog> Small = open();
  write(Path, Large);
  const std::shared_ptr<HeapCatalog> Is = open();
  for (StringRef Sql :
       {"SELECT id FROM objects WHERE shallow > 1000000",
        "SELECT _id FROM \"app.Job\" WHERE _retained > 1000000",
        "SELECT id FROM objects WHERE retained < 0 ORDER BY retained DESC "
        "LIMIT 1",
        "SELECT id FROM retained_set(0x140) WHERE id = 1"}) {
    Most = ~0U;
    cantFail(Ask(*Small, Sql));
    Most = Asked;
    Error E = Ask(*Is, Sql);
    EXPECT_TRUE(E.isA<CancelledError>()) << Sql.str();
    consumeError(std::move(E));
  }
}

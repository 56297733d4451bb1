//===- HeapStoreTest.cpp - Answers about a heap dump ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Store/HeapStore.h"
#include "Analysis/Store/StoreTesting.h"
#include "hprof/Analysis/Columns/SharedProcess.h"
#include "hprof/Analysis/Heap/HeapFile.h"
#include "hprof/Analysis/Store/IndexFit.h"
#include "gmock/gmock.h"
#include <chrono>
#include <fstream>
#include <numeric>
#include <thread>

using namespace hprof;
using namespace llvm;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

namespace {
struct HeapStoreTest : testing::Test {
  HeapStoreTest() {
    Options.Threads = 2;
    Options.TempDir = testing::TempDir();
  }

  std::unique_ptr<HeapStore> open(const TestDump &Dump) {
    return cantFail(HeapStore::open(Dump.path(), Options, Told.events()));
  }
  std::string failure(StringRef Path) {
    return toString(HeapStore::open(Path, Options, Told.events()).takeError());
  }

  StoreOptions Options;
  ToldEvents Told;
};
} // namespace

TEST_F(HeapStoreTest, AnswersAreTheSameWithAndWithoutIndex) {
  TestDump Dump("same", randomDump(300, 1, false));
  std::string Computed = answersOf(*open(Dump));
  EXPECT_THAT(Told.Verbose, Not(Contains(HasSubstr("using the index"))));
  Dump.writeIndex(/*IsComplete=*/true);
  EXPECT_EQ(answersOf(*open(Dump)), Computed);
  EXPECT_THAT(Told.Verbose,
              Contains("using the index '" + Dump.indexPath() + "'"));
  Options.From = IndexUse::None;
  Told.Verbose.clear();
  EXPECT_EQ(answersOf(*open(Dump)), Computed);
  EXPECT_THAT(Told.Verbose, Not(Contains(HasSubstr("using the index"))));
}

TEST_F(HeapStoreTest, WhatAnIndexDoesNotKeepIsComputed) {
  TestDump Dump("thin", randomDump(300, 2, false));
  std::string Computed = answersOf(*open(Dump));
  Dump.writeIndex(/*IsComplete=*/false);
  std::unique_ptr<HeapStore> S = open(Dump);
  EXPECT_EQ(answersOf(*S), Computed);
  EXPECT_THAT(Told.Verbose, Contains(HasSubstr("using the index")));
}

TEST_F(HeapStoreTest, WhatIsKeptForOtherOptionsIsComputed) {
  TestDump Dump("other-options", randomDump(300, 3, false));
  Dump.writeIndex(/*IsComplete=*/true);
  for (bool KeepUnreachable : {false, true})
    for (std::optional<ReferenceKinds> Ignored :
         {std::optional<ReferenceKinds>(), std::optional(ReferenceKinds()),
          std::optional(weakReferences())}) {
      Options.KeepUnreachable = KeepUnreachable;
      Options.Ignored = Ignored;
      Options.From = IndexUse::None;
      std::string Computed = answersOf(*open(Dump));
      Options.From = IndexUse::Beside;
      EXPECT_EQ(answersOf(*open(Dump)), Computed);
    }
  EXPECT_THAT(
      Told.Verbose,
      Contains(
          "the dominator tree in the index was computed with other options"));
}

TEST_F(HeapStoreTest, TheDefaultOfIgnoredReferencesIsNoChoice) {
  TestDump Dump("default", randomDump(300, 4, false));
  LeakReport Plain = suspectsOf(*open(Dump));
  Options.IgnoredByDefault.insert(ReferenceKind::Weak);
  std::unique_ptr<HeapStore> S = open(Dump);
  EXPECT_TRUE(S->origin().Ignored == Options.IgnoredByDefault);
  LeakReport Report = suspectsOf(*S);
  EXPECT_TRUE(Report.Ignored == Plain.Ignored);
  EXPECT_EQ(Report.Totals.Bytes, Plain.Totals.Bytes);
}

TEST_F(HeapStoreTest, ADumpIsNotReadBeforeContentIsWanted) {
  TestDump Dump("late", randomDump(200, 5, false), Compression::Zstd);
  std::string Computed = answersOf(*open(Dump));
  EXPECT_THAT(Told.Copies, testing::SizeIs(1));
  Dump.writeIndex(/*IsComplete=*/true);
  Told.Copies.clear();
  std::unique_ptr<HeapStore> S = open(Dump);
  cantFail(S->dominators());
  cantFail(S->contents());
  EXPECT_THAT(Told.Copies, IsEmpty());
  cantFail(S->file());
  EXPECT_THAT(Told.Copies, testing::SizeIs(1));
  EXPECT_EQ(answersOf(*S), Computed);
}

TEST_F(HeapStoreTest, AnIndexOfAnotherDumpIsNotedOrRefused) {
  TestDump Dump("mine", randomDump(100, 6, false)),
      Other("others", randomDump(100, 7, false));
  Other.writeIndex(/*IsComplete=*/true);
  cantFail(errorCodeToError(
      sys::fs::copy_file(Other.indexPath(), Dump.indexPath())));
  std::unique_ptr<HeapStore> S = open(Dump);
  EXPECT_THAT(Told.Notes, ElementsAre(AllOf(HasSubstr("is for a dump of"),
                                            HasSubstr("; it is not used"))));
  Options.From = IndexUse::None;
  EXPECT_EQ(answersOf(*S), answersOf(*open(Dump)));

  Options.From = IndexUse::Given;
  Options.Index = Other.indexPath();
  EXPECT_THAT(failure(Dump.path()), HasSubstr("is for a dump of"));
  EXPECT_EQ(failure(Other.path()), "");
  Options.Index = Dump.path();
  EXPECT_THAT(failure(Dump.path()), HasSubstr("index"));
}

TEST_F(HeapStoreTest, AnIndexOfTheDumpBeforeItChangedIsNotUsed) {
  std::vector<uint8_t> Bytes = randomDump(100, 17, false);
  TestDump Dump("before", Bytes);
  Dump.writeIndex(/*IsComplete=*/true);
  // The text of an array.
  const StringRef Text = "abc";
  auto At = std::search(Bytes.begin(), Bytes.end(), Text.begin(), Text.end());
  ASSERT_NE(At, Bytes.end());
  *At = 'x';
  TestDump Changed("after", Bytes);
  cantFail(errorCodeToError(
      sys::fs::copy_file(Dump.indexPath(), Changed.indexPath())));
  open(Changed);
  EXPECT_THAT(Told.Notes,
              ElementsAre(HasSubstr("is for a dump with other contents; it is "
                                    "not used")));
}

TEST_F(HeapStoreTest, AnIndexMadeWithOtherOptionsIsRefused) {
  TestDump Dump("made-otherwise", randomDump(50, 8, false));
  Dump.writeIndex(/*IsComplete=*/true);
  std::unique_ptr<HeapIndex> Index =
      cantFail(HeapIndex::open(Dump.indexPath()));
  auto Check = [&](auto Change) {
    StoreOptions O;
    Change(O);
    return toString(checkIndex(*Index, Dump.path(), wantedOrigin(O))) + "|" +
           toString(checkWholeIndex(*Index, Dump.path(), wantedOrigin(O)));
  };
  EXPECT_EQ(Check([](StoreOptions &) {}), "|");
  EXPECT_THAT(Check([](StoreOptions &O) { O.Dump = 2; }),
              HasSubstr("is for heap dump 1, not 2"));
  EXPECT_THAT(Check([](StoreOptions &O) { O.Layout = "32-bit"; }),
              HasSubstr("was created with --layout=auto, not 32-bit"));
  EXPECT_THAT(Check([](StoreOptions &O) { O.KeepUnreachable = true; }),
              AllOf(testing::StartsWith("|"),
                    HasSubstr("was created without --keep-unreachable")));
  EXPECT_THAT(Check([](StoreOptions &O) {
                O.IgnoredByDefault.insert(ReferenceKind::Soft);
              }),
              HasSubstr("--ignore-references=none, not soft"));
}

TEST_F(HeapStoreTest, AnOpenFileIsTaken) {
  TestDump Dump("taken", randomDump(50, 9, false), Compression::Gzip);
  HeapFileOptions Opening;
  Opening.Access = HeapAccess::Random;
  Opening.TempDir = testing::TempDir();
  std::shared_ptr<HeapFile> File =
      cantFail(HeapFile::open(Dump.path(), Opening));
  std::unique_ptr<HeapStore> S =
      cantFail(HeapStore::open(Dump.path(), Options, Told.events(), File));
  EXPECT_EQ(cantFail(S->file()), File.get());
  EXPECT_THAT(Told.Copies, IsEmpty());
  EXPECT_EQ(answersOf(*S), answersOf(*open(Dump)));
}

TEST_F(HeapStoreTest, PathAndNameAreAsGiven) {
  TestDump Dump("name", randomDump(10, 10, false));
  std::unique_ptr<HeapStore> S = open(Dump);
  EXPECT_EQ(S->path(), Dump.path());
  EXPECT_EQ(S->name(), Dump.path());
  EXPECT_EQ(S->origin().Number, 1u);
  EXPECT_EQ(S->origin().Layout, "auto");
  EXPECT_EQ(S->fullTree(), nullptr);
  EXPECT_EQ(S->pathGroups(nullptr), nullptr);
}

TEST_F(HeapStoreTest, ErrorsNameWhatIsWrong) {
  EXPECT_THAT(failure("no/such.hprof"), HasSubstr("no/such.hprof"));
  TestDump Empty("empty", fromYaml("- utf8: {id: 1, text: a}\n"));
  EXPECT_THAT(
      failure(Empty.path()),
      AllOf(HasSubstr(Empty.path()), HasSubstr("it contains no heap dump")));
  TestDump Dump("errors", randomDump(10, 11, false));
  Options.Dump = 0;
  EXPECT_THAT(failure(Dump.path()), HasSubstr("numbered from 1"));
  Options.Dump = 2;
  EXPECT_THAT(failure(Dump.path()), HasSubstr("there is no heap dump 2"));
  Options.Dump = 1;
  Options.Layout = "sideways";
  EXPECT_THAT(failure(Dump.path()),
              HasSubstr("no layout is called 'sideways'"));
}

TEST_F(HeapStoreTest, TellsWhatMakesAnswersDoubtful) {
  std::string Text = "- classes:\n"
                     "  - {name: java/lang/Object}\n"
                     "  - {name: Node, super: java/lang/Object}\n"
                     "- instance: {object: 0x100, class: Node}\n"
                     "- instance: {object: 0x100, class: Node}\n"
                     "- rootStickyClass: {object: Node}\n"
                     "- heapDumpEnd: {}\n";
  std::vector<uint8_t> Bytes = fromYaml(Text);
  // The end of the dump is missing.
  Bytes.resize(Bytes.size() - 12);
  TestDump Dump("doubtful", Bytes);
  std::unique_ptr<HeapStore> S = open(Dump);
  cantFail(S->dominators());
  EXPECT_THAT(
      Told.Warnings,
      ElementsAre(AllOf(HasSubstr("1 object has a duplicate id"),
                        HasSubstr("only the first object with each id"))));
  EXPECT_FALSE(Told.Damages.empty());
  EXPECT_EQ(S->damages().size(), Told.Damages.size());
  EXPECT_THAT(Told.Unreachable,
              ElementsAre(AllOf(HasSubstr("bytes present are unreachable"),
                                Not(HasSubstr("--")))));
  EXPECT_THAT(Told.Notes, IsEmpty());

  // An index records the damage, and callers without a handler get a note.
  Dump.writeIndex(/*IsComplete=*/true);
  Told.clear();
  StoreEvents Events = Told.events();
  Events.OnUnreachable = nullptr;
  S = cantFail(HeapStore::open(Dump.path(), Options, Events));
  EXPECT_EQ(S->damages().size(), Told.Damages.size());
  EXPECT_FALSE(Told.Damages.empty());
  EXPECT_THAT(Told.Warnings, testing::SizeIs(1));
  cantFail(S->dominators());
  cantFail(S->dominators());
  EXPECT_THAT(Told.Notes,
              ElementsAre(HasSubstr("bytes present are unreachable")));
}

TEST_F(HeapStoreTest, TellsWhatMemoryIsNeeded) {
  TestDump Dump("memory", randomDump(100, 12, false));
  Options.MaxMemory = 1000;
  open(Dump);
  EXPECT_THAT(Told.Notes,
              ElementsAre(AllOf(HasSubstr("MiB needed, limit 0 MiB"),
                                HasSubstr(Options.TempDir)),
                          HasSubstr("a limit below 32 MiB cannot be met")));
  Told.clear();
  Options.MaxMemory.reset();
  open(Dump);
  EXPECT_THAT(Told.Notes, IsEmpty());
  EXPECT_THAT(Told.Verbose, ElementsAre(HasSubstr("MiB needed")));
}

TEST_F(HeapStoreTest, TellsProgress) {
  TestDump Dump("progress", randomDump(5000, 13, false));
  std::unique_ptr<HeapStore> S = open(Dump);
  EXPECT_GT(Told.Phases.size(), 0u);
  EXPECT_EQ(Told.Ends, 1u);
  cantFail(S->dominators());
  EXPECT_EQ(Told.Ends, 2u);
  // Nothing is computed twice.
  cantFail(S->dominators());
  EXPECT_EQ(Told.Ends, 2u);
}

TEST_F(HeapStoreTest, ADumpThatGoesAwayIsALoss) {
  TestDump Dump("gone", randomDump(50, 14, false));
  Dump.writeIndex(/*IsComplete=*/true);
  std::unique_ptr<HeapStore> S = open(Dump);
  sys::fs::remove(Dump.path());
  const HeapContents *Contents = cantFail(S->contents());
  EXPECT_FALSE(Contents->object(0));
  EXPECT_THAT(Told.Losses, ElementsAre(HasSubstr(Dump.path())));
}

TEST_F(HeapStoreTest, NobodyHasToListen) {
  TestDump Dump("quiet", randomDump(100, 15, false));
  Options.MaxMemory = 1000;
  std::string Computed = answersOf(
      *cantFail(HeapStore::open(Dump.path(), Options, StoreEvents())));
  Dump.writeIndex(/*IsComplete=*/true);
  EXPECT_EQ(answersOf(*cantFail(
                HeapStore::open(Dump.path(), Options, StoreEvents()))),
            Computed);
  TestDump Other("quiet2", randomDump(100, 16, false));
  cantFail(errorCodeToError(
      sys::fs::copy_file(Dump.indexPath(), Other.indexPath())));
  cantFail(HeapStore::open(Other.path(), Options, StoreEvents()));
}

TEST_F(HeapStoreTest, ComputationsAreGivenUpOnRequest) {
  TestDump Dump("given-up", randomDump(300, 3, false));
  unsigned Asked = 0, Most = 0;
  StoreEvents Events = Told.events();
  Events.ShouldEnd = [&] { return Asked++ >= Most; };
  Options.Threads = 1;
  auto Code = [](Error E) { return errorToErrorCode(std::move(E)); };
  EXPECT_EQ(std::errc::operation_canceled,
            Code(HeapStore::open(Dump.path(), Options, Events).takeError()));
  EXPECT_EQ(
      std::errc::operation_canceled,
      Code(HeapHistogram::read(Dump.path(), Options, Events).takeError()));
  Most = 1000000;
  std::unique_ptr<HeapStore> Store =
      cantFail(HeapStore::open(Dump.path(), Options, Events));
  Most = 0;
  EXPECT_EQ(std::errc::operation_canceled,
            Code(Store->dominators().takeError()));
  // After the limit was raised, the store can be queried again.
  Most = 1000000;
  EXPECT_TRUE(bool(Store->dominators()));
}

static uint64_t residentBytesOfFiles() {
  std::ifstream In("/proc/self/status");
  for (std::string Line; std::getline(In, Line);)
    if (StringRef(Line).starts_with("RssFile:"))
      return std::stoull(Line.substr(8)) << 10;
  return 0;
}

TEST_F(HeapStoreTest, PagesOfTheDumpCountInASharedProcessAlsoWithAnIndex) {
  // The dump ends with a large record that no reader knows.
  constexpr uint32_t Size = 64 << 20;
  std::vector<uint8_t> Bytes = randomDump(300, 7, false);
  Bytes.insert(Bytes.end(), {0x70, 0, 0, 0, 0, Size >> 24, 0, 0, 0});
  Bytes.resize(Bytes.size() + Size);
  TestDump Dump("pages", Bytes);
  Dump.writeIndex(/*IsComplete=*/true);

  shareProcess();
  Options.From = IndexUse::Given;
  Options.Index = Dump.indexPath();
  const uint64_t Limit = residentBytesOfFiles() + Size / 2;
  Options.MaxMemory = Limit;
  std::unique_ptr<HeapStore> Store = open(Dump);
  const ArrayRef<uint8_t> Mapped =
      cantFail(Store->file())->source().contents().value();
  ASSERT_EQ(Mapped.size(), Bytes.size());
  EXPECT_EQ(std::accumulate(Mapped.end() - Size, Mapped.end(), 0U), 0U);
  // The watcher checks from time to time, and less often on a busy machine.
  const auto Deadline =
      std::chrono::steady_clock::now() + std::chrono::minutes(10);
  while (residentBytesOfFiles() > Limit &&
         std::chrono::steady_clock::now() < Deadline)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_LE(residentBytesOfFiles(), Limit);
  Store.reset();
  shareProcess(false);
}

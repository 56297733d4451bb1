//===- ThreadAnswerTest.cpp - Tests for answers on threads ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Threads/Answers/ThreadAnswer.h"
#include "MakeDump.h"
#include "hprof/Analysis/Threads/CollapsedStacks.h"

using namespace hprof;
using namespace llvm;

static constexpr StringLiteral Text = R"(2031-02-03 04:05:06
Full thread dump OpenJDK 64-Bit Server VM (17.0.21+9 mixed mode, sharing):

"ana" #41 prio=5 os_prio=0 cpu=1.00ms elapsed=9.00s tid=0x0041 nid=0x1041 waiting for monitor entry  [0x0041]
   java.lang.Thread.State: BLOCKED (on object monitor)
	at shop.Desk.pay(Desk.java:12)
	- waiting to lock <0x00000000fd000010> (a shop.Till)
	- locked <0x00000000fd000020> (a shop.Ledger)
	at shop.Desk.run(Desk.java:7)

"bo" #42 prio=5 os_prio=0 cpu=1.00ms elapsed=9.00s tid=0x0042 nid=0x1042 waiting for monitor entry  [0x0042]
   java.lang.Thread.State: BLOCKED (on object monitor)
	at shop.Audit.check(Audit.java:30)
	- waiting to lock <0x00000000fd000020> (a shop.Ledger)
	- locked <0x00000000fd000010> (a shop.Till)
	at shop.Audit.run(Audit.java:9)

)";

static std::vector<FileThreads> files(unsigned Dumps = 1) {
  FileThreads File;
  File.File = "shop.txt";
  File.HasMonitors = true;
  while (Dumps--)
    File.Dumps.push_back(dumpOfText(Text));
  std::vector<FileThreads> All;
  All.push_back(std::move(File));
  return All;
}

/// The value of the column \p Name in the current record of \p Of, for JSON or
/// another \p Place.
static Datum valueOf(const Rows &Of, StringRef Name, unsigned Place = ForJson) {
  const std::vector<Column> &Columns = Of.info().Columns;
  for (unsigned I = 0; I != Columns.size(); ++I)
    if (Columns[I].Name == Name && (Columns[I].Places & Place) && Of.has(I))
      return Of.get(I);
  return {};
}

static std::string textOf(const Rows &Of, StringRef Name, unsigned Place) {
  const Datum Value = valueOf(Of, Name, Place);
  if (std::optional<StringRef> Text = Value.text())
    return Text->str();
  std::string Out;
  if (const auto *Words = Value.get<Prose>())
    for (const Prose::Piece &P : Words->pieces())
      Out += P.Is == Prose::Kind::Id ? "<" + std::to_string(P.Number) + ">"
                                     : P.Text;
  return Out;
}

static uint64_t numberOf(const Rows &Of, StringRef Name) {
  const Datum Value = valueOf(Of, Name);
  const uint64_t *N = Value.get<uint64_t>();
  return N ? *N : UINT64_MAX;
}

/// The first record of a nested value.
static Rows &begin(const Datum &Value) {
  EXPECT_TRUE(Value.rows() && Value.rows()->next());
  return *Value.rows();
}

TEST(ThreadAnswer, RowsAreTheSelectedThreadsOfAllDumps) {
  ThreadRequest Request;
  Request.Filter.addThread("bo");
  const ThreadAnswer A(files(2), std::move(Request));
  const std::unique_ptr<Rows> All = A.rows();
  for (uint64_t Dump : {1, 2}) {
    ASSERT_TRUE(All->next());
    EXPECT_EQ(textOf(*All, "name", ForCsv), "bo");
    EXPECT_EQ(textOf(*All, "place", ForCsv), "shop.Audit.check(Audit.java:30)");
    EXPECT_EQ(textOf(*All, "waits", ForCsv), "waits to lock");
    EXPECT_EQ(textOf(*All, "lock", ForCsv), "shop.Ledger <4244635680>");
    EXPECT_EQ(textOf(*All, "held_by", ForCsv), "ana");
    const Datum Number = valueOf(*All, "dump", ForCsv);
    EXPECT_EQ(*Number.get<uint64_t>(), Dump);
  }
  EXPECT_FALSE(All->next());
}

TEST(ThreadAnswer, DumpsHaveThePartsThatAreAskedFor) {
  ThreadRequest Request;
  Request.Deadlocks = true;
  const ThreadAnswer A(files(), std::move(Request));
  const std::unique_ptr<Rows> Files = A.files();
  ASSERT_TRUE(Files->next());
  const Datum Dumps = valueOf(*Files, "dumps");
  Rows &Dump = begin(Dumps);
  EXPECT_EQ(textOf(Dump, "deadlock", ForJson), "found");
  EXPECT_EQ(numberOf(Dump, "thread_count"), 2u);
  const Datum States = valueOf(Dump, "states");
  EXPECT_EQ(numberOf(begin(States), "BLOCKED"), 2u);
  const Datum Cycles = valueOf(Dump, "deadlocks");
  const Datum Steps = valueOf(begin(Cycles), "steps");
  const Datum Thread = valueOf(begin(Steps), "thread");
  EXPECT_EQ(textOf(begin(Thread), "name", ForJson), "ana");
  EXPECT_TRUE(valueOf(Dump, "contention").isMissing());
  EXPECT_TRUE(valueOf(Dump, "stacks").isMissing());
  EXPECT_FALSE(Dumps.rows()->next());
}

TEST(ThreadAnswer, ComparisonIsAFact) {
  EXPECT_FALSE(ThreadAnswer(files(2), ThreadRequest()).facts());
  ThreadRequest Request;
  Request.Compare = true;
  const ThreadAnswer A(files(2), std::move(Request));
  const std::unique_ptr<Rows> Facts = A.facts();
  ASSERT_TRUE(Facts->next());
  const Datum Value = valueOf(*Facts, "comparison");
  Rows &Comparison = begin(Value);
  EXPECT_EQ(numberOf(Comparison, "in_all"), 2u);
  // A deadlock is represented by the list of its threads.
  const Datum Cycles = valueOf(Comparison, "deadlocks");
  EXPECT_TRUE(Cycles.rows()->info().value());
  const Datum Names = begin(Cycles).get(0);
  EXPECT_EQ(textOf(begin(Names), "name", ForJson), "ana");
  EXPECT_TRUE(Names.rows()->next());
  EXPECT_FALSE(Names.rows()->next());
}

TEST(ThreadAnswer, ComparisonOfUnlikeDumps) {
  std::vector<FileThreads> Files = files(2);
  EXPECT_EQ(countDumps(Files), 2u);
  EXPECT_TRUE(comparisonNotes(Files).empty());
  Files[0].Dumps[1].VmVersion = "another";
  Files[0].Dumps[1].Millis = 1;
  EXPECT_EQ(
      comparisonNotes(Files),
      (std::vector<std::string>{"the dumps are from different processes",
                                "the dumps are not in chronological order"}));
}

TEST(ThreadAnswer, StacksAsAPart) {
  ThreadRequest Request;
  Request.Stacks = true;
  Request.Top = 1;
  const std::vector<FileThreads> Files = files();
  const StacksOfThreads Of(Files.front(), Request);
  const std::unique_ptr<Rows> Facts = Of.facts();
  ASSERT_TRUE(Facts->next());
  EXPECT_EQ(numberOf(*Facts, "selected"), 2u);
  EXPECT_EQ(numberOf(*Facts, "stacks_in_all"), 2u);
  const Datum Stacks = valueOf(*Facts, "stacks");
  const Datum Frames = valueOf(begin(Stacks), "frames");
  EXPECT_EQ(textOf(begin(Frames), "text", ForJson),
            "shop.Desk.pay(Desk.java:12)");
  EXPECT_FALSE(Stacks.rows()->next());
}

TEST(CollapsedStacks, OutermostFirstWithoutIgnoredFrames) {
  const std::vector<FileThreads> Files = files(2);
  const std::vector<CollapsedStack> Found = collapseStacks(
      {&Files[0].Dumps[0], &Files[0].Dumps[1]}, ThreadFilter(), 0);
  ASSERT_EQ(Found.size(), 2u);
  EXPECT_EQ(Found[0].Text, "shop.Desk.run;shop.Desk.pay");
  EXPECT_EQ(Found[0].Threads, 2u);
  EXPECT_EQ(collapseStacks({&Files[0].Dumps[0]}, ThreadFilter(), 1)[1].Text,
            "shop.Audit.run");
  EXPECT_TRUE(collapseStacks({&Files[0].Dumps[0]}, ThreadFilter(), 2).empty());
}

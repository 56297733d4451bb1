//===- ThreadChanges.cpp - Comparison of several thread dumps -------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadChanges.h"
#include "ThreadTables.h"
#include "ThreadWords.h"
#include "hprof/Answer/TypedTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof;
using namespace llvm;

static std::vector<ThreadChanges::Place> placesOf(ArrayRef<FileThreads> Files) {
  std::vector<ThreadChanges::Place> Places;
  for (const FileThreads &F : Files)
    for (size_t I = 0; I != F.Dumps.size(); ++I)
      Places.push_back({&F, I});
  return Places;
}

static std::vector<const ThreadDump *>
dumpsAt(ArrayRef<ThreadChanges::Place> Places) {
  std::vector<const ThreadDump *> Dumps;
  for (const auto &[File, Number] : Places)
    Dumps.push_back(&File->Dumps[Number]);
  return Dumps;
}

ThreadChanges::ThreadChanges(ArrayRef<FileThreads> Files,
                             const ThreadRequest &Request)
    : Places(placesOf(Files)), Same(dumpsAt(Places)),
      Last(*Places.back().first, Places.back().second, Request) {
  std::vector<bool> IsSelected(Last.Dump.Threads.size());
  for (uint32_t T : Last.Selected)
    IsSelected[T] = true;
  for (const ThreadComparison::Common &C : Same.common())
    if (!C.HasMoved && IsSelected[C.Index.back()] &&
        !Last.Dump.frames(of(C)).empty())
      Unmoved.push_back(C.Index.back());
}

size_t hprof::countDumps(ArrayRef<FileThreads> Files) {
  size_t Count = 0;
  for (const FileThreads &F : Files)
    Count += F.Dumps.size();
  return Count;
}

std::vector<std::string> hprof::comparisonNotes(ArrayRef<FileThreads> Files) {
  const ThreadDump *Before = nullptr;
  bool AreOfOne = true, AreInOrder = true;
  for (const FileThreads &F : Files)
    for (const ThreadDump &D : F.Dumps) {
      if (Before) {
        const bool HasVersions =
            !Before->VmVersion.empty() && !D.VmVersion.empty();
        AreOfOne &= !HasVersions || Before->VmVersion == D.VmVersion;
        AreOfOne &= !Before->ProcessId || !D.ProcessId ||
                    Before->ProcessId == D.ProcessId;
        AreInOrder &=
            !Before->Millis || !D.Millis || Before->Millis <= D.Millis;
      }
      Before = &D;
    }
  std::vector<std::string> Notes;
  if (!AreOfOne)
    Notes.push_back("the dumps are from different processes");
  if (!AreInOrder)
    Notes.push_back("the dumps are not in chronological order");
  return Notes;
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

HPROF_TABLE_BEGIN(threadNameTable, uint32_t, ThreadReport, "thread-name",
                  "The name of a thread.")
HPROF_OPTIONAL(Number, "id", ForJson, A.thread(R).Id, "Java thread id.")
HPROF_COLUMN(Text, "name", ForJson, StringRef(A.thread(R).Name),
             "Thread name; empty for unnamed threads.")
HPROF_TABLE_END

static std::unique_ptr<Rows> nameOf(uint32_t Thread, const ThreadReport &R) {
  return ownRow(threadNameTable(), R, Thread);
}

static std::unique_ptr<Rows> namesOf(const ThreadCycle &C,
                                     const ThreadReport &R) {
  return madeRows(threadNameTable(), R, C.Steps.size(),
                  [&C](size_t I) { return C.Steps[I].Thread; });
}

HPROF_TABLE_BEGIN(lastingCycleTable, uint32_t, ThreadReport, "lasting-deadlock",
                  "A deadlock present in every dump.")
HPROF_NESTED(List, &threadNameTable(), "", ForJson,
             namesOf(A.Deadlocks.Cycles[R], A), "Threads in the deadlock.")
HPROF_TABLE_END

static std::unique_ptr<Rows> cyclesOf(const ThreadChanges &Of) {
  return rowsOf(lastingCycleTable(), Of.Last, Of.Same.lastingCycles());
}

HPROF_TABLE_BEGIN(heldInAllTable, ThreadComparison::Held, ThreadReport,
                  "lasting-lock",
                  "A lock held by the same thread in every dump.")
HPROF_COLUMN(Text, "class", ForJson,
             StringRef(A.Graph.locks()[R.Lock].Of->Object.ClassName),
             "Class of the object.")
HPROF_COLUMN(Count, "blocked", ForText | ForJson,
             A.Graph.locks()[R.Lock].Blocked.size(),
             "Threads waiting for the lock in the last dump.")
HPROF_TITLED("at first", Count, "blocked_at_first", ForText | ForJson, R.Before,
             "Threads waiting for the lock in the first dump.")
HPROF_COLUMN(Text, "lock", ForText,
             ThreadWords::lock(*A.Graph.locks()[R.Lock].Of), "For display.")
HPROF_NESTED(Record, &threadNameTable(), "owner", ForJson,
             nameOf(A.Graph.locks()[R.Lock].Owner, A), "Owner of the lock.")
HPROF_TITLED("held by", Text, "owner", ForText,
             ThreadWords(A.Dump).name(A.Graph.locks()[R.Lock].Owner),
             "For display.")
HPROF_TABLE_END

static std::unique_ptr<Rows> heldLocks(const ThreadChanges &Of) {
  return rowsOf(heldInAllTable(), Of.Last, Of.Same.held());
}

HPROF_TABLE_BEGIN(unmovedTable, ThreadComparison::Common, ThreadReport,
                  "unmoved-thread", "A thread at the same place in every dump.")
HPROF_OPTIONAL(Number, "id", ForJson, A.thread(R.Index.back()).Id,
               "Java thread id.")
HPROF_COLUMN(Text, "name", ForJson, StringRef(A.thread(R.Index.back()).Name),
             "Thread name; empty for unnamed threads.")
HPROF_OPTIONAL(Text, "state", ForJson, stateOf(A.thread(R.Index.back())),
               "Thread state.")
HPROF_OPTIONAL(Count, "cpu_ns", ForJson, R.CpuNanos,
               "CPU time from the first to the last dump, in nanoseconds.")
HPROF_TABLE_END

static std::unique_ptr<Rows> unmovedRows(const ThreadChanges &Of) {
  std::vector<bool> IsUnmoved(Of.Last.Dump.Threads.size());
  for (uint32_t T : Of.Unmoved)
    IsUnmoved[T] = true;
  return std::make_unique<RowsOf<ThreadComparison::Common, ThreadReport>>(
      unmovedTable(), Of.Last,
      [IsUnmoved = std::move(IsUnmoved),
       Left = Of.Same.common()]() mutable -> const ThreadComparison::Common * {
        while (!Left.empty()) {
          const ThreadComparison::Common &C = Left.front();
          Left = Left.drop_front();
          if (IsUnmoved[C.Index.back()])
            return &C;
        }
        return nullptr;
      });
}

HPROF_TABLE_BEGIN(
    comparisonTable, ThreadChanges, NothingAsked, "thread-comparison",
    "Threads, locks and deadlocks that are the same in every dump.")
HPROF_COLUMN(Count, "dumps", ForJson, R.Places.size(),
             "Number of dumps in all files.")
HPROF_COLUMN(Count, "in_all", ForJson, R.Same.common().size(),
             "Threads present in every dump.")
HPROF_COLUMN(Count, "not_in_first", ForJson, R.Same.started(),
             "Threads in the last dump that are not in the first.")
HPROF_COLUMN(Count, "not_in_last", ForJson, R.Same.ended(),
             "Threads in the first dump that are not in the last.")
HPROF_NESTED(List, &lastingCycleTable(), "deadlocks", ForJson, cyclesOf(R),
             "Deadlocks present in every dump.")
HPROF_NESTED(List, &heldInAllTable(), "held_locks", ForJson, heldLocks(R),
             "Contended locks held by the same thread in every dump.")
HPROF_NESTED(List, &unmovedTable(), "unmoved", ForJson, unmovedRows(R),
             "Threads at the same place in every dump.")
HPROF_TABLE_END

static std::unique_ptr<Rows> comparisonOf(const ThreadChanges &Of) {
  return oneRow(comparisonTable(), NothingAsked::value(), Of);
}

HPROF_TABLE_BEGIN(factsTable, ThreadChanges, NothingAsked, "thread-facts",
                  "Results for all dumps together.")
HPROF_NESTED_OPTIONAL(Record, &comparisonTable(), "comparison", ForJson,
                      comparisonOf(R),
                      "With --compare: threads, locks and deadlocks that are "
                      "the same in every dump.")
HPROF_TABLE_END

const TableInfo &hprof::threadFactTable() { return factsTable(); }

std::unique_ptr<Rows> hprof::threadFacts(ArrayRef<FileThreads> Files,
                                         const ThreadRequest &Request) {
  return std::make_unique<RowsOf<ThreadChanges, NothingAsked>>(
      factsTable(), NothingAsked::value(),
      [Of = std::make_shared<const ThreadChanges>(Files, Request),
       Done = false]() mutable {
        return std::exchange(Done, true) ? nullptr : Of.get();
      });
}

HPROF_TABLE_BEGIN(comparedTable, ThreadChanges::Place, NothingAsked,
                  "compared-dumps", "A thread dump.")
HPROF_COLUMN(Count, "threads", ForText, R.first->Dumps[R.second].Threads.size(),
             "Threads in the dump.")
HPROF_COLUMN(Text, "time", ForText, StringRef(R.first->Dumps[R.second].Time),
             "Time of the dump.")
HPROF_COLUMN(Text, "file", ForText, StringRef(R.first->File),
             "Name of the input.")
HPROF_TABLE_END

//===----------------------------------------------------------------------===//
// Text output
//===----------------------------------------------------------------------===//

static void presentHeld(Presenter &To, const ThreadChanges &Of) {
  To.line("");
  if (Of.Same.held().empty()) {
    To.line("No contended lock was held by the same thread in every dump");
    return;
  }
  To.line("Contended locks held by the same thread in every dump");
  To.table(*heldLocks(Of), /*Indent=*/2);
}

static std::string millisText(uint64_t Nanos) {
  std::string Out;
  raw_string_ostream(Out) << format("%.1f ms", double(Nanos) / 1e6);
  return Out;
}

static void presentGroup(Presenter &To, const ThreadChanges &Of,
                         const StackGroup &G,
                         ArrayRef<std::optional<uint64_t>> Cpu) {
  const ThreadWords Words(Of.Last.Dump);
  constexpr size_t MostNames = 10;
  for (uint32_t T : ArrayRef(G.Threads).take_front(MostNames)) {
    Prose Line = Words.name(T);
    if (StringRef State = ThreadWords::state(Of.Last.thread(T)); !State.empty())
      (Line << " ").name(State);
    if (Cpu[T])
      Line << ", CPU +" << millisText(*Cpu[T]);
    To.line(Line);
  }
  if (G.Threads.size() > MostNames)
    To.line(Prose("and ").count(G.Threads.size() - MostNames, "more thread"));
  for (uint32_t Number : Of.Last.Dump.frames(Of.Last.thread(G.Threads.front())))
    To.line(Prose("    at ").name(Words.frame(Number)));
}

static void presentUnmoved(Presenter &To, const ThreadChanges &Of) {
  const ThreadRequest &Request = Of.Last.Request;
  std::vector<std::optional<uint64_t>> Cpu(Of.Last.Dump.Threads.size());
  for (const ThreadComparison::Common &C : Of.Same.common())
    Cpu[C.Index.back()] = C.CpuNanos;
  To.line("");
  To.line(Prose("Threads at the same place in every dump: ")
              .number(Of.Unmoved.size()));
  const std::vector<StackGroup> Groups =
      groupStacks(Of.Last.Dump, Of.Unmoved, Request.Ignore);
  for (const StackGroup &G : ArrayRef(Groups).take_front(
           std::min<uint64_t>(Request.Top, Groups.size()))) {
    To.line("");
    presentGroup(To, Of, G, Cpu);
  }
}

void hprof::presentChanges(Presenter &To, const ThreadChanges &Of) {
  const ThreadWords Words(Of.Last.Dump);
  To.line(Prose().count(Of.Places.size(), "thread dump"));
  To.table(*rowsOf(comparedTable(), NothingAsked::value(), Of.Places),
           /*Indent=*/2);
  Prose Common = "  ";
  Common.count(Of.Same.common().size(), "thread") << " in every dump";
  if (Of.Same.started())
    (Common << ", ").number(Of.Same.started()) << " not in the first";
  if (Of.Same.ended())
    (Common << ", ").number(Of.Same.ended()) << " not in the last";
  To.line(Common);
  for (uint32_t I : Of.Same.lastingCycles()) {
    Prose Line = "Deadlock in every dump:";
    ListSeparator Comma(",");
    for (const ThreadCycle::Step &S : Of.Last.Deadlocks.Cycles[I].Steps)
      (Line << StringRef(Comma) << " ").prose(Words.name(S.Thread));
    To.line("");
    To.line(Line);
  }
  presentHeld(To, Of);
  presentUnmoved(To, Of);
}

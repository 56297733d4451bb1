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

namespace thread_name {
using Row = uint32_t;
using Asked = ThreadReport;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "ThreadNameColumns.def"
  };
  static const Table<Row, Asked> Is("thread-name", "The name of a thread.",
                                    Columns);
  return Is;
}
} // namespace thread_name

static const TableInfo &threadNameTable() { return thread_name::table(); }

static std::unique_ptr<Rows> nameOf(uint32_t Thread, const ThreadReport &R) {
  return ownRow(thread_name::table(), R, Thread);
}

static std::unique_ptr<Rows> namesOf(const ThreadCycle &C,
                                     const ThreadReport &R) {
  return madeRows(thread_name::table(), R, C.Steps.size(),
                  [&C](size_t I) { return C.Steps[I].Thread; });
}

namespace lasting_cycle {
using Row = uint32_t;
using Asked = ThreadReport;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {HPROF_NESTED(
      List, &threadNameTable(), "", ForJson, namesOf(A.Deadlocks.Cycles[R], A),
      "Threads in the deadlock.")};
  static const Table<Row, Asked> Is(
      "lasting-deadlock", "A deadlock present in every dump.", Columns);
  return Is;
}
} // namespace lasting_cycle

static const TableInfo &lastingCycleTable() { return lasting_cycle::table(); }

static std::unique_ptr<Rows> cyclesOf(const ThreadChanges &Of) {
  return rowsOf(lasting_cycle::table(), Of.Last, Of.Same.lastingCycles());
}

namespace held_in_all {
using Row = ThreadComparison::Held;
using Asked = ThreadReport;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "HeldInAllColumns.def"
  };
  static const Table<Row, Asked> Is(
      "lasting-lock", "A lock held by the same thread in every dump.", Columns);
  return Is;
}
} // namespace held_in_all

static const TableInfo &heldInAllTable() { return held_in_all::table(); }

static std::unique_ptr<Rows> heldLocks(const ThreadChanges &Of) {
  return rowsOf(held_in_all::table(), Of.Last, Of.Same.held());
}

namespace unmoved {
using Row = ThreadComparison::Common;
using Asked = ThreadReport;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "UnmovedColumns.def"
  };
  static const Table<Row, Asked> Is(
      "unmoved-thread", "A thread at the same place in every dump.", Columns);
  return Is;
}
} // namespace unmoved

static const TableInfo &unmovedTable() { return unmoved::table(); }

static std::unique_ptr<Rows> unmovedRows(const ThreadChanges &Of) {
  std::vector<bool> IsUnmoved(Of.Last.Dump.Threads.size());
  for (uint32_t T : Of.Unmoved)
    IsUnmoved[T] = true;
  return std::make_unique<RowsOf<ThreadComparison::Common, ThreadReport>>(
      unmoved::table(), Of.Last,
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

namespace comparison {
using Row = ThreadChanges;
using Asked = NothingAsked;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "ComparisonColumns.def"
  };
  static const Table<Row, Asked> Is(
      "thread-comparison",
      "Threads, locks and deadlocks that are the same in every dump.", Columns);
  return Is;
}
} // namespace comparison

static const TableInfo &comparisonTable() { return comparison::table(); }

static std::unique_ptr<Rows> comparisonOf(const ThreadChanges &Of) {
  return oneRow(comparison::table(), NothingAsked::value(), Of);
}

namespace facts {
using Row = ThreadChanges;
using Asked = NothingAsked;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "ThreadFactColumns.def"
  };
  static const Table<Row, Asked> Is("thread-facts",
                                    "Results for all dumps together.", Columns);
  return Is;
}
} // namespace facts

const TableInfo &hprof::threadFactTable() { return facts::table(); }

std::unique_ptr<Rows> hprof::threadFacts(ArrayRef<FileThreads> Files,
                                         const ThreadRequest &Request) {
  return std::make_unique<RowsOf<ThreadChanges, NothingAsked>>(
      facts::table(), NothingAsked::value(),
      [Of = std::make_shared<const ThreadChanges>(Files, Request),
       Done = false]() mutable {
        return std::exchange(Done, true) ? nullptr : Of.get();
      });
}

namespace compared {
using Row = ThreadChanges::Place;
using Asked = NothingAsked;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "ComparedDumpColumns.def"
  };
  static const Table<Row, Asked> Is("compared-dumps", "A thread dump.",
                                    Columns);
  return Is;
}
} // namespace compared

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
  To.table(*rowsOf(compared::table(), NothingAsked::value(), Of.Places),
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

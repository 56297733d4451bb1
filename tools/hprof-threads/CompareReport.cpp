//===- CompareReport.cpp - Prints what stayed the same --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reports.h"
#include "hprof/Analysis/Threads/ThreadComparison.h"
#include "hprof/Convert/Formats.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/ThreadTool/ThreadWords.h"
#include "hprof/Tool/Json.h"
#include "hprof/Tool/Table.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof;
using namespace llvm;

namespace {
/// The dumps of all files, in order.
struct Compared {
  explicit Compared(ArrayRef<FileThreads> Files) {
    for (const FileThreads &F : Files)
      for (size_t I = 0; I != F.Dumps.size(); ++I) {
        Dumps.push_back(&F.Dumps[I]);
        Places.push_back({&F, I});
      }
  }
  std::vector<const ThreadDump *> Dumps;
  std::vector<std::pair<const FileThreads *, size_t>> Places;
};
} // namespace

/// The threads that all dumps show at the same place, as indices in the last
/// one. Threads without frames show no place.
static std::vector<uint32_t> unmoved(const ThreadComparison &Same,
                                     const ThreadReport &Last) {
  std::vector<bool> IsSelected(Last.Dump.Threads.size());
  for (uint32_t T : Last.Selected)
    IsSelected[T] = true;
  std::vector<uint32_t> Found;
  for (const ThreadComparison::Common &C : Same.common())
    if (!C.HasMoved && IsSelected[C.Index.back()] &&
        !Last.Dump.frames(Last.thread(C.Index.back())).empty())
      Found.push_back(C.Index.back());
  return Found;
}

static std::string cpuText(std::optional<uint64_t> Nanos) {
  std::string Out;
  raw_string_ostream OS(Out);
  if (Nanos)
    OS << format("%.1f ms", double(*Nanos) / 1e6);
  return Out;
}

static void printHeld(raw_ostream &OS, const ThreadComparison &Same,
                      const ThreadReport &Last, const ThreadWords &Words) {
  if (Same.held().empty()) {
    OS << "\nNo lock that threads wait for was held by the same thread in all "
          "dumps\n";
    return;
  }
  OS << "\nLocks that one thread held in all dumps, and others wait for\n";
  TextTable Table({{"blocked", TextTable::Align::Right},
                   {"at first", TextTable::Align::Right},
                   {"lock"},
                   {"held by"}});
  for (const ThreadComparison::Held &H : Same.held()) {
    const LockGraph::Lock &L = Last.Graph.locks()[H.Lock];
    Table.row({L.Blocked.size(), H.Before, Words.lock(*L.Of),
               Words.name(Last.thread(L.Owner))});
  }
  Table.print(OS, 2);
}

static void printUnmoved(raw_ostream &OS, const ThreadComparison &Same,
                         const ThreadReport &Last, const ThreadWords &Words,
                         const ThreadView &View) {
  const std::vector<uint32_t> Threads = unmoved(Same, Last);
  std::vector<std::optional<uint64_t>> Cpu(Last.Dump.Threads.size());
  for (const ThreadComparison::Common &C : Same.common())
    Cpu[C.Index.back()] = C.CpuNanos;
  OS << "\nThreads at the same place in all dumps: " << Threads.size() << '\n';
  const std::vector<StackGroup> Groups =
      groupStacks(Last.Dump, Threads, View.Ignore);
  for (const StackGroup &G : ArrayRef(Groups).take_front(
           std::min<uint64_t>(View.Top, Groups.size()))) {
    OS << '\n';
    constexpr size_t MostNames = 10;
    for (uint32_t T : ArrayRef(G.Threads).take_front(MostNames)) {
      const std::string State = Words.state(Last.thread(T));
      OS << Words.name(Last.thread(T)) << (State.empty() ? "" : " ") << State;
      if (Cpu[T])
        OS << ", CPU +" << cpuText(Cpu[T]);
      OS << '\n';
    }
    if (G.Threads.size() > MostNames)
      OS << "and " << counted(G.Threads.size() - MostNames, "more thread")
         << '\n';
    for (uint32_t Number : Last.Dump.frames(Last.thread(G.Threads.front())))
      OS << "    at " << Words.frame(Number) << '\n';
  }
}

Error hprof::printComparison(raw_ostream &OS, ArrayRef<FileThreads> Files,
                             const ThreadView &View) {
  const Compared All(Files);
  if (All.Dumps.size() < 2)
    return createStringError("--compare needs at least two thread dumps");
  const ThreadComparison Same(All.Dumps);
  const auto [File, Number] = All.Places.back();
  const ThreadReport Last(*File, Number, View);
  const ThreadWords Words(Last.Dump, View.Escape);
  OS << All.Dumps.size() << " thread dumps\n";
  TextTable Table({{"threads", TextTable::Align::Right}, {"time"}, {"file"}});
  for (const auto &[Of, I] : All.Places)
    Table.row({Of->Dumps[I].Threads.size(),
               escape(Of->Dumps[I].Time, View.Escape),
               escape(Of->File, View.Escape)});
  Table.print(OS, 2);
  OS << "  " << counted(Same.common().size(), "thread is", "threads are")
     << " in all dumps, " << Same.started() << " not in the first, "
     << Same.ended() << " not in the last\n";
  for (uint32_t I : Same.lastingCycles()) {
    OS << "\nDeadlock in all dumps:";
    ListSeparator Comma(",");
    for (const ThreadCycle::Step &S : Last.Deadlocks.Cycles[I].Steps)
      OS << StringRef(Comma) << ' ' << Words.name(Last.thread(S.Thread));
    OS << '\n';
  }
  printHeld(OS, Same, Last, Words);
  printUnmoved(OS, Same, Last, Words, View);
  return Error::success();
}

static void refJson(json::OStream &J, const ThreadDump::Thread &T) {
  if (T.Id)
    J.attribute("id", *T.Id);
  J.attribute("name", toUtf8(T.Name));
}

Error hprof::comparisonJson(json::OStream &J, ArrayRef<FileThreads> Files,
                            const ThreadView &View) {
  const Compared All(Files);
  if (All.Dumps.size() < 2)
    return createStringError("--compare needs at least two thread dumps");
  const ThreadComparison Same(All.Dumps);
  const auto [File, Number] = All.Places.back();
  const ThreadReport Last(*File, Number, View);
  J.attributeObject("comparison", [&] {
    J.attribute("dumps", All.Dumps.size());
    J.attribute("in_all", Same.common().size());
    J.attribute("not_in_first", Same.started());
    J.attribute("not_in_last", Same.ended());
    J.attributeArray("deadlocks", [&] {
      for (uint32_t I : Same.lastingCycles())
        J.array([&] {
          for (const ThreadCycle::Step &S : Last.Deadlocks.Cycles[I].Steps)
            J.object([&] { refJson(J, Last.thread(S.Thread)); });
        });
    });
    J.attributeArray("held_locks", [&] {
      for (const ThreadComparison::Held &H : Same.held())
        J.object([&] {
          const LockGraph::Lock &L = Last.Graph.locks()[H.Lock];
          J.attribute("class", toUtf8(L.Of->Object.ClassName));
          J.attribute("blocked", L.Blocked.size());
          J.attribute("blocked_at_first", H.Before);
          J.attributeObject("owner", [&] { refJson(J, Last.thread(L.Owner)); });
        });
    });
    std::vector<bool> IsUnmoved(Last.Dump.Threads.size());
    for (uint32_t T : unmoved(Same, Last))
      IsUnmoved[T] = true;
    J.attributeArray("unmoved", [&] {
      for (const ThreadComparison::Common &C : Same.common())
        if (const ThreadDump::Thread &T = Last.thread(C.Index.back());
            IsUnmoved[C.Index.back()])
          J.object([&] {
            refJson(J, T);
            if (T.State != ThreadState::Unknown)
              J.attribute("state", threadStateName(T.State));
            if (C.CpuNanos)
              J.attribute("cpu_ns", *C.CpuNanos);
          });
    });
  });
  return Error::success();
}

//===- TextReport.cpp - Prints thread dumps as text -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reports.h"
#include "hprof/Convert/Formats.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/ThreadTool/StackPrinter.h"
#include "hprof/ThreadTool/ThreadWords.h"
#include "hprof/Tool/Table.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof;
using namespace llvm;

/// Number of contended locks shown unless the user asks for them.
static constexpr size_t MostLocks = 10;
static constexpr uint32_t None = LockGraph::None;

namespace {
class TextReport {
public:
  TextReport(raw_ostream &OS, const ThreadReport &R, const ThreadView &View)
      : OS(OS), R(R), View(View), Words(R.Dump, View.Escape) {}
  void header();
  void states();
  void deadlocks();
  std::string noContention() const;
  void contention();

private:
  void cycle(const ThreadCycle &C);
  void unowned();
  void acquiring();
  std::string ownerOf(const LockGraph::Lock &L) const;

  raw_ostream &OS;
  const ThreadReport &R;
  const ThreadView &View;
  const ThreadWords Words;
};
} // namespace

//===----------------------------------------------------------------------===//
// The summary
//===----------------------------------------------------------------------===//

void TextReport::header() {
  const ThreadDump &D = R.Dump;
  OS << escape(R.File.File, View.Escape) << ": "
     << formatInfo(R.File.Kind).Text;
  if (R.File.Dumps.size() > 1)
    OS << " " << R.Number + 1 << " of " << R.File.Dumps.size();
  OS << '\n';
  TextTable Facts({{""}, {""}});
  auto Fact = [&](StringRef Key, StringRef Value) {
    if (!Value.empty())
      Facts.row({Key, escape(Value, View.Escape)});
  };
  Fact("VM", D.VmVersion);
  Fact("time", D.Time);
  if (D.ProcessId)
    Fact("process", std::to_string(*D.ProcessId));
  Fact("event", D.Event);
  const ThreadCounts &N = R.Counts;
  std::string Threads = std::to_string(N.All);
  ListSeparator Comma;
  std::string Of;
  auto Part = [&](uint64_t Count, StringRef What) {
    if (Count)
      Of += StringRef(Comma).str() + std::to_string(Count) + " " + What.str();
  };
  Part(N.Virtual, "virtual");
  Part(N.Carriers, N.Carriers == 1 ? "carrier of a virtual thread"
                                   : "carriers of virtual threads");
  Part(N.Internal, "of the VM");
  Fact("threads", Threads + (Of.empty() ? "" : ", of which " + Of));
  Facts.print(OS, 2);
  for (const std::string &Note : R.Notes)
    OS << "  note: " << Note << '\n';
  if (R.Deadlocks.SampledMillis)
    OS << "  note: threads were sampled one after another, within "
       << *R.Deadlocks.SampledMillis
       << " ms: what they show together may never have been true at once\n";
}

void TextReport::states() {
  TextTable Table({{"threads", TextTable::Align::Right}, {"state"}});
  for (const auto &[State, Count] : R.Counts.States)
    Table.row({Count, State == ThreadState::Unknown
                          ? StringRef("(not recorded)")
                          : threadStateName(State)});
  if (R.Counts.Internal)
    Table.row({R.Counts.Internal, "(threads of the VM)"});
  if (!Table.rows())
    return;
  OS << '\n';
  Table.print(OS, 2);
}

//===----------------------------------------------------------------------===//
// Deadlocks
//===----------------------------------------------------------------------===//

void TextReport::cycle(const ThreadCycle &C) {
  OS << (R.Deadlocks.SampledMillis ? "\nProbable deadlock of "
                                   : "\nDeadlock of ")
     << counted(C.Steps.size(), "thread");
  if (C.Behind)
    OS << ", for which " << counted(C.Behind, "other waits", "others wait");
  if (C.IsFoundByVm)
    OS << " (found by the VM; the dump does not state all owners)";
  OS << '\n';
  for (const auto &[I, S] : enumerate(C.Steps)) {
    const ThreadDump::Thread &T = R.thread(S.Thread);
    const ThreadDump::Thread &Next =
        R.thread(C.Steps[(I + 1) % C.Steps.size()].Thread);
    OS << "  " << Words.name(T) << ' ' << ThreadWords::waits(T) << ' ';
    if (S.Lock != None)
      OS << Words.lock(*R.Graph.locks()[S.Lock].Of);
    else if (T.WaitsFor)
      OS << Words.object(T.WaitsFor->Object);
    else
      OS << "a lock";
    const bool Initializes = T.WaitsFor && T.WaitsFor->Initializer;
    OS << ", which " << Words.name(Next)
       << (Initializes ? " initializes" : " holds") << '\n';
    if (auto Place = Words.place(T))
      OS << "      waits in   " << Words.frame(*Place) << '\n';
    if (S.Lock == None)
      continue;
    if (auto In = Words.lockedIn(Next, R.Graph.locks()[S.Lock].Of->Object))
      OS << "      locked in  " << Words.frame(*In) << '\n';
  }
}

void TextReport::unowned() {
  if (R.Deadlocks.Unowned.empty())
    return;
  OS << "\nPossible deadlock: the owner of "
     << counted(R.Deadlocks.Unowned.size(), "lock")
     << " is not recorded, and threads wait for "
     << (R.Deadlocks.Unowned.size() == 1 ? "it" : "them") << '\n';
  const ArrayRef<uint32_t> Unowned = R.Deadlocks.Unowned;
  const size_t Most = View.Deadlocks ? Unowned.size() : MostLocks;
  for (uint32_t I : Unowned.take_front(std::min(Most, Unowned.size()))) {
    const LockGraph::Lock &L = R.Graph.locks()[I];
    OS << "  " << Words.lock(*L.Of);
    if (L.Of->Owner)
      OS << ", held by " << Words.name(*L.Of->Owner)
         << ", which is not in the dump";
    OS << ": " << Words.names(L.Blocked)
       << (L.Blocked.size() == 1 ? " waits" : " wait") << '\n';
    if (auto Place = Words.place(R.thread(L.Blocked.front())))
      OS << "      waits in   " << Words.frame(*Place) << '\n';
  }
  if (Unowned.size() > Most)
    OS << "  ... and " << Unowned.size() - Most
       << " more (--deadlocks shows all)\n";
}

void TextReport::acquiring() {
  const std::vector<uint32_t> &Threads = R.Deadlocks.Acquiring;
  if (Threads.empty())
    return;
  OS << "\nPossible deadlock: "
     << counted(Threads.size(), "thread waits", "threads wait")
     << " for a lock, and the dump records neither the lock nor its owner\n";
  for (uint32_t T : ArrayRef(Threads).take_front(MostLocks)) {
    OS << "  " << Words.name(R.thread(T)) << '\n';
    if (auto Place = Words.place(R.thread(T)))
      OS << "      waits in   " << Words.frame(*Place) << '\n';
  }
  if (Threads.size() > MostLocks)
    OS << "  ... and " << Threads.size() - MostLocks << " more\n";
}

void TextReport::deadlocks() {
  for (const ThreadCycle &C : R.Deadlocks.Cycles)
    cycle(C);
  unowned();
  acquiring();
  if (!R.Deadlocks.Cycles.empty() || R.Deadlocks.isPossible())
    return;
  if (!R.File.HasMonitors)
    OS << "\nNo deadlock of locks of java.util.concurrent; those of monitors "
          "cannot be found\n";
  else if (R.Deadlocks.HasNoLocks)
    OS << "\nDeadlocks cannot be found: the dump records neither states nor "
          "locks\n";
  else
    OS << "\nNo deadlock\n";
}

//===----------------------------------------------------------------------===//
// Contention
//===----------------------------------------------------------------------===//

std::string TextReport::ownerOf(const LockGraph::Lock &L) const {
  if (L.Owner == None)
    return L.Of->Owner ? Words.name(*L.Of->Owner) + " (not in the dump)"
                       : "(not recorded)";
  const ThreadDump::Thread &T = R.thread(L.Owner);
  std::string Out = Words.name(T) + " " + Words.state(T);
  if (auto Place = Words.place(T))
    Out += " in " + Words.frame(*Place);
  return Out;
}

/// Why no lock is listed: an empty list must not look like an answer.
std::string TextReport::noContention() const {
  const DeadlockReport &D = R.Deadlocks;
  if (D.HasNoLocks)
    return "Contention cannot be found: the dump records neither states nor "
           "locks";
  const std::string Waiting =
      D.Acquiring.empty()
          ? "no thread waits"
          : counted(D.Acquiring.size(), "thread waits", "threads wait");
  if (!D.RecordsLocks)
    return "The dump records no locks; by states and frames, " + Waiting +
           " for one";
  std::string Found = "No thread waits for a lock";
  if (!R.File.HasMonitors)
    Found += " of java.util.concurrent";
  if (!D.Acquiring.empty())
    return Found + " that the dump states; by states and frames, " + Waiting +
           " for others";
  if (!R.File.HasMonitors)
    Found += "; those of monitors cannot be found";
  return Found;
}

void TextReport::contention() {
  const size_t Most = View.Contention ? View.Top : MostLocks;
  if (R.Contention.empty()) {
    if (View.Contention)
      OS << '\n' << noContention() << '\n';
    return;
  }
  OS << "\nLocks that threads wait for\n";
  TextTable Table({{"blocked", TextTable::Align::Right},
                   {"in all", TextTable::Align::Right},
                   {"lock"},
                   {"held by"}});
  ArrayRef<ContendedLock> Shown = R.Contention;
  Shown = Shown.take_front(std::min<uint64_t>(Most, Shown.size()));
  for (const ContendedLock &C : Shown) {
    const LockGraph::Lock &L = R.Graph.locks()[C.Lock];
    Table.row({C.Direct, C.InAll, Words.lock(*L.Of), ownerOf(L)});
  }
  Table.print(OS, 2);
  if (R.Contention.size() > Shown.size())
    OS << "  ... and " << R.Contention.size() - Shown.size()
       << " more (--contention shows all)\n";
}

void hprof::printText(raw_ostream &OS, const ThreadReport &R,
                      const ThreadView &View) {
  TextReport Text(OS, R, View);
  Text.header();
  if (View.Summary)
    Text.states();
  if (View.Deadlocks || View.Summary)
    Text.deadlocks();
  if (View.Contention || View.Summary)
    Text.contention();
  if (View.Tree)
    printTree(OS, R, View);
  if (View.Stacks) {
    OS << '\n';
    printStacks(OS, R, View);
  }
}

//===- ThreadText.cpp - Thread dumps as text ------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadText.h"
#include "DumpTables.h"
#include "ThreadWords.h"
#include "hprof/Answer/FactList.h"
#include "hprof/Convert/Formats.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace hprof;
using namespace llvm;

/// Number of contended locks shown by default.
static constexpr size_t MostLocks = 10;
static constexpr uint32_t None = LockGraph::None;

namespace {
class DumpPresenter {
public:
  DumpPresenter(Presenter &To, const ThreadReport &R, bool OfSeveral)
      : To(To), R(R), OfSeveral(OfSeveral), Words(R.Dump) {}
  void header();
  void states();
  void deadlocks();
  void contention();

private:
  Prose threads() const;
  void place(const ThreadDump::Thread &T);
  void places(ArrayRef<uint32_t> Threads);
  void cycle(const ThreadCycle &C);
  void step(const ThreadCycle::Step &S, const ThreadDump::Thread &Next);
  void unowned();
  void waiters(ArrayRef<uint32_t> Threads);
  void inFrames();
  void acquiring();
  Prose unread() const;
  Prose noContention() const;

  Presenter &To;
  const ThreadReport &R;
  const bool OfSeveral;
  const ThreadWords Words;
};
} // namespace

//===----------------------------------------------------------------------===//
// The summary
//===----------------------------------------------------------------------===//

Prose DumpPresenter::threads() const {
  const ThreadCounts &N = R.Counts;
  Prose Out;
  Out.number(N.All);
  bool IsFirst = true;
  auto Part = [&](uint64_t Count, StringRef What) {
    if (Count)
      (Out << (std::exchange(IsFirst, false) ? ", including " : ", "))
              .number(Count)
          << " " << What;
  };
  Part(N.Virtual, "virtual");
  Part(N.Carriers, N.Carriers == 1 ? "carrier of a virtual thread"
                                   : "carriers of virtual threads");
  Part(N.Internal, N.Internal == 1 ? "VM thread" : "VM threads");
  return Out;
}

void DumpPresenter::header() {
  const ThreadDump &D = R.Dump;
  Prose Title;
  Title.name(R.File.File) << ": " << formatInfo(R.File.Kind).Text;
  if (R.File.Dumps.size() > 1)
    Title << " " << std::to_string(R.Number + 1) << " of "
          << std::to_string(R.File.Dumps.size());
  To.line(Title);
  FactList Facts;
  auto Add = [&](StringRef Name, StringRef Value) {
    if (!Value.empty())
      Facts.add(Name, Prose().name(Value));
  };
  Add("VM", D.VmVersion);
  Add("time", D.Time);
  if (D.ProcessId)
    Add("process", std::to_string(*D.ProcessId));
  Add("event", D.Event);
  Facts.add("threads", threads());
  Facts.present(To, /*Indent=*/2);
  for (const std::string &Note : R.Notes)
    To.sentence(Prose("  note: ").name(Note));
  if (R.Deadlocks.SampledMillis)
    To.sentence(
        Prose("  note: threads were sampled one after another, within ")
        << std::to_string(*R.Deadlocks.SampledMillis)
        << " ms: the dump may combine states that never existed together");
}

void DumpPresenter::states() {
  std::vector<StateCount> Counts;
  Counts.reserve(R.Counts.States.size());
  for (const auto &[State, Count] : R.Counts.States)
    Counts.push_back({Count, State == ThreadState::Unknown
                                 ? StringRef("(not recorded)")
                                 : threadStateName(State)});
  if (R.Counts.Internal)
    Counts.push_back({R.Counts.Internal, "(VM threads)"});
  if (Counts.empty())
    return;
  To.line("");
  To.table(*stateCounts(Counts), /*Indent=*/2);
}

//===----------------------------------------------------------------------===//
// Deadlocks
//===----------------------------------------------------------------------===//

void DumpPresenter::place(const ThreadDump::Thread &T) {
  if (auto Place = Words.place(T))
    To.line(Prose("      waits in   ").name(Words.frame(*Place)));
}

/// Presents the places at which \p Threads wait.
void DumpPresenter::places(ArrayRef<uint32_t> Threads) {
  constexpr size_t Most = 5;
  std::map<uint32_t, uint64_t> Counts; // By frame.
  for (uint32_t T : Threads)
    if (auto Place = Words.place(R.thread(T)))
      ++Counts[*Place];
  if (Counts.size() < 2)
    return place(R.thread(Threads.front()));
  std::vector<std::pair<uint32_t, uint64_t>> All(Counts.begin(), Counts.end());
  stable_sort(All,
              [](const auto &A, const auto &B) { return A.second > B.second; });
  for (const auto &[Frame, Count] : ArrayRef(All).take_front(Most))
    To.line((Prose("      ") << std::to_string(Count)
                             << (Count == 1 ? " waits in  " : " wait in   "))
                .name(Words.frame(Frame)));
  if (All.size() > Most)
    To.line(Prose("      ... and ")
            << std::to_string(All.size() - Most) << " more places");
}

void DumpPresenter::step(const ThreadCycle::Step &S,
                         const ThreadDump::Thread &Next) {
  const ThreadDump::Thread &T = R.thread(S.Thread);
  Prose Line = "  ";
  Line.prose(Words.name(T)) << " " << ThreadWords::waits(T) << " ";
  if (S.Lock != None)
    Line.prose(ThreadWords::lock(*R.Graph.locks()[S.Lock].Of));
  else if (T.WaitsFor)
    Line.prose(ThreadWords::object(T.WaitsFor->Object));
  else
    Line << "a lock";
  const bool Initializes = T.WaitsFor && T.WaitsFor->Initializer;
  (Line << (Initializes ? ", being initialized by " : ", held by "))
      .prose(Words.name(Next));
  To.line(Line);
  place(T);
  if (S.Lock == None)
    return;
  if (auto In = Words.lockedIn(Next, R.Graph.locks()[S.Lock].Of->Object))
    To.line(Prose("      locked in  ").name(Words.frame(*In)));
}

void DumpPresenter::cycle(const ThreadCycle &C) {
  Prose Line =
      R.Deadlocks.SampledMillis ? "Probable deadlock of " : "Deadlock of ";
  Line.count(C.Steps.size(), "thread");
  if (C.Behind)
    (Line << ", ").count(C.Behind, "other", "others") << " waiting for them";
  if (C.IsFoundByVm)
    Line << " (found by the VM; the dump does not record all owners)";
  To.line("");
  To.line(Line);
  for (const auto &[I, S] : enumerate(C.Steps))
    step(S, R.thread(C.Steps[(I + 1) % C.Steps.size()].Thread));
}

void DumpPresenter::unowned() {
  const ArrayRef<uint32_t> Unowned = R.Deadlocks.Unowned;
  if (Unowned.empty())
    return;
  To.line("");
  To.line(Prose("Possible deadlock: threads wait for ")
              .count(Unowned.size(), "lock whose owner is",
                     "locks whose owners are")
          << " not recorded");
  const size_t Most = R.Request.Deadlocks ? Unowned.size() : MostLocks;
  for (uint32_t I : Unowned.take_front(std::min(Most, Unowned.size()))) {
    const LockGraph::Lock &L = R.Graph.locks()[I];
    Prose Line = "  ";
    Line.prose(ThreadWords::lock(*L.Of));
    if (L.Of->Owner)
      (Line << ", held by ").prose(ThreadWords::name(*L.Of->Owner))
          << (L.Owner == None ? " (not in the dump)"
                              : " itself, according to the dump");
    To.line((Line << ": ").prose(Words.names(L.Blocked))
            << (L.Blocked.size() == 1 ? " waits" : " wait"));
    places(L.Blocked);
  }
  if (Unowned.size() > Most)
    To.line((Prose("  ... and ")
             << std::to_string(Unowned.size() - Most) << " more")
                .option(" (--deadlocks shows all)"));
}

/// Presents the first of \p Threads and the places at which they wait.
void DumpPresenter::waiters(ArrayRef<uint32_t> Threads) {
  for (uint32_t T : Threads.take_front(MostLocks)) {
    To.line(Prose("  ").prose(Words.name(T)));
    place(R.thread(T));
  }
  if (Threads.size() > MostLocks)
    To.line(Prose("  ... and ")
            << std::to_string(Threads.size() - MostLocks) << " more");
}

/// Presents possible deadlocks in a heap dump, which lacks monitor owners.
void DumpPresenter::inFrames() {
  const std::vector<uint32_t> &May = *R.Deadlocks.InFrames;
  if (!May.empty()) {
    To.line("");
    To.sentence(
        Prose("Possible deadlock: judging by the objects in their frames, ")
            .count(May.size(), "thread")
        << " may wait for each other; a heap dump does not record monitor "
           "owners");
    waiters(May);
  }
  std::vector<uint32_t> Others;
  const std::vector<uint32_t> &Waiting = R.Deadlocks.Acquiring;
  std::set_difference(Waiting.begin(), Waiting.end(), May.begin(), May.end(),
                      std::back_inserter(Others));
  if (Others.empty())
    return;
  To.line("");
  To.line(Prose().count(Others.size(),
                        May.empty() ? "thread waits" : "other waits",
                        May.empty() ? "threads wait" : "others wait")
          << " for a lock; a heap dump records neither the lock nor its owner");
  waiters(Others);
}

void DumpPresenter::acquiring() {
  if (R.Deadlocks.InFrames)
    return inFrames();
  if (const ArrayRef<uint32_t> In = R.Deadlocks.Initializing; !In.empty()) {
    To.line("");
    To.line(Prose("Possible deadlock: ").count(In.size(), "thread")
            << " may wait for the initialization of a class, which the dump "
               "does not record");
    waiters(In);
  }
  const ArrayRef<uint32_t> Threads = R.Deadlocks.Acquiring;
  if (Threads.empty())
    return;
  To.line("");
  To.line(Prose("Possible deadlock: ")
              .count(Threads.size(), "thread waits", "threads wait")
          << " for a lock; the dump records neither the lock nor its owner");
  waiters(Threads);
}

/// Explains why it is unknown whether there are deadlocks.
Prose DumpPresenter::unread() const {
  return Prose("Deadlocks cannot be determined: ")
             .count(R.Deadlocks.UnreadThreads, "thread")
         << " may wait for something in lines that could not be parsed; see "
            "the note above";
}

void DumpPresenter::deadlocks() {
  for (const ThreadCycle &C : R.Deadlocks.Cycles)
    cycle(C);
  unowned();
  acquiring();
  if (!R.Deadlocks.Cycles.empty() || R.Deadlocks.isPossible() ||
      (OfSeveral && R.findsDeadlocks()))
    return;
  To.line("");
  if (!R.File.HasMonitors && !R.Deadlocks.IsDamaged)
    To.sentence(
        "No deadlock of java.util.concurrent locks; a heap dump does not "
        "record monitor owners");
  else if (R.Deadlocks.HasNoLocks)
    To.sentence(
        "Deadlocks cannot be determined: the dump records neither states "
        "nor locks");
  else if (R.Deadlocks.UnreadThreads)
    To.sentence(unread());
  else if (R.Deadlocks.IsDamaged)
    To.sentence(
        "Deadlocks cannot be determined: the dump is damaged; see the warning");
  else
    To.line("No deadlock");
}

//===----------------------------------------------------------------------===//
// Contention
//===----------------------------------------------------------------------===//

/// Explains why no lock is listed: an empty list must not look like a result.
Prose DumpPresenter::noContention() const {
  const DeadlockReport &D = R.Deadlocks;
  if (D.HasNoLocks)
    return "Contention cannot be determined: the dump records neither states "
           "nor locks";
  Prose Waiting;
  if (D.Acquiring.empty())
    Waiting << "no thread waits";
  else
    Waiting.count(D.Acquiring.size(), "thread waits", "threads wait");
  if (!D.RecordsLocks)
    return Prose("The dump records no locks; judging by states and frames, ")
               .prose(Waiting)
           << " for one";
  Prose Found = R.File.HasMonitors
                    ? "No thread waits for a lock"
                    : "No thread waits for a java.util.concurrent lock";
  if (!D.Acquiring.empty())
    return (Found << " that the dump records; judging by states and frames, ")
               .prose(Waiting)
           << " for others";
  if (!R.File.HasMonitors)
    Found << "; a heap dump does not record contended monitors";
  return Found;
}

void DumpPresenter::contention() {
  if (R.Contention.empty()) {
    if (R.Request.Contention) {
      To.line("");
      To.sentence(noContention());
    }
    return;
  }
  const size_t Most = std::min<uint64_t>(
      R.Request.Contention ? R.Request.Top : MostLocks, R.Contention.size());
  To.line("");
  To.line("Contended locks");
  To.table(*contentionRows(R, ArrayRef(R.Contention).take_front(Most)),
           /*Indent=*/2);
  if (R.Contention.size() > Most)
    To.line((Prose("  ... and ")
             << std::to_string(R.Contention.size() - Most) << " more")
                .option(" (--contention shows all)"));
}

void hprof::presentDump(Presenter &To, const ThreadReport &R, bool OfSeveral) {
  DumpPresenter Dump(To, R, OfSeveral);
  Dump.header();
  if (R.Request.Summary)
    Dump.states();
  if (R.Request.Deadlocks || R.Request.Summary)
    Dump.deadlocks();
  if (R.Request.Contention || R.Request.Summary)
    Dump.contention();
  if (R.Request.Tree)
    presentTree(To, R);
  if (R.Request.Stacks) {
    To.line("");
    presentStacks(To, R);
  }
}

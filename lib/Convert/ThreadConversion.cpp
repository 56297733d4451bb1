//===- ThreadConversion.cpp - Converts thread dumps -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadConversion.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Format/Thread/FrameText.h"
#include "hprof/Format/Thread/ThreadIndex.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace hprof;
using namespace llvm;

namespace {
/// Counts the data that writers of thread dumps drop, change and synthesize.
class Counter {
public:
  Counter(const ThreadDump &Dump, LossAccount &Losses)
      : Dump(Dump), Losses(Losses) {
    for (const ThreadDump::Thread &T : Dump.Threads)
      if (T.WaitsFor && T.WaitsFor->Owner &&
          T.WaitsFor->Kind == ThreadDump::WaitKind::Parked)
        WaitedFor.insert({T.WaitsFor->Object.Address,
                          T.WaitsFor->Object.IdentityHash.value_or(0)});
  }
  void ofBoth();
  void ofJson();
  void ofText();

private:
  struct FrameLosses {
    bool IsCompiled = false, HasLoader = false, IsAmbiguous = false;
  };
  static FrameLosses lossesOf(ThreadFrame F, FrameStyle Style);
  void ofFrames(FrameStyle Style);
  void add(Loss L, bool Applies) { Losses.add(L, Applies); }
  template <class Fn> void eachLock(const ThreadDump::Thread &T, Fn &&F) {
    for (const ThreadDump::HeldLock &L : T.Locks)
      if (!L.IsEliminated)
        F(L.Object);
    for (const ThreadDump::LockObject &O : T.Synchronizers)
      F(O);
    if (T.WaitsFor)
      F(T.WaitsFor->Object);
  }
  uint64_t freeSynchronizers(const ThreadDump::Thread &T) const;

  const ThreadDump &Dump;
  LossAccount &Losses;
  /// Addresses and hashes of locks with known owners that parked threads await.
  std::set<std::pair<uint64_t, uint32_t>> WaitedFor;
};
} // namespace

/// Counts data that only a javacore contains.
void Counter::ofBoth() {
  Losses.add(Loss::WrittenLoaders, Dump.Loaders.size());
  Losses.add(Loss::WrittenSystemMonitors,
             uint64_t(count_if(Dump.Monitors,
                               [](const auto &M) { return M.isSystem(); })));
  add(Loss::DumpOrigin, !Dump.Event.empty() || !Dump.CommandLine.empty() ||
                            !Dump.OperatingSystem.empty() ||
                            !Dump.FileName.empty());
  for (const ThreadDump::Thread &T : Dump.Threads) {
    add(Loss::NativeFrames, !T.NativeFrames.empty());
    add(Loss::OtherStates,
        T.State != ThreadState::Unknown && T.State != T.javaState());
    add(Loss::JavacoreFacts,
        T.Object || T.ContextLoader.Address || !T.Category.empty() || T.IsCut ||
            T.IsCurrent ||
            any_of(T.Locks, [](const auto &L) { return L.EntryCount > 1; }));
  }
}

/// Returns the number of \p T's synchronizers that are not in WaitedFor.
uint64_t Counter::freeSynchronizers(const ThreadDump::Thread &T) const {
  return uint64_t(count_if(T.Synchronizers, [&](const auto &O) {
    return !WaitedFor.count({O.Address, O.IdentityHash.value_or(0)});
  }));
}

/// Returns data that the text of \p F omits, and whether it can be read back.
Counter::FrameLosses Counter::lossesOf(ThreadFrame F, FrameStyle Style) {
  FrameLosses L;
  L.IsCompiled = std::exchange(F.IsCompiled, false);
  if (Style == FrameStyle::Jstack)
    L.HasLoader = !std::exchange(F.Loader, "").empty();
  ThreadFrame Read;
  readFrame(frameText(F, Style), Read, Style);
  L.IsAmbiguous = !(Read == F);
  return L;
}

void Counter::ofFrames(FrameStyle Style) {
  std::vector<FrameLosses> Of;
  for (uint32_t I = 0; I != Dump.Stacks.numFrames(); ++I)
    Of.push_back(lossesOf(Dump.Stacks.frame(I), Style));
  for (const ThreadDump::Thread &T : Dump.Threads) {
    FrameLosses All;
    for (uint32_t Number : Dump.frames(T)) {
      All.IsCompiled |= Of[Number].IsCompiled;
      All.HasLoader |= Of[Number].HasLoader;
      All.IsAmbiguous |= Of[Number].IsAmbiguous;
    }
    add(Loss::CompiledFrames, All.IsCompiled);
    add(Loss::FrameLoaders, All.HasLoader);
    add(Loss::AmbiguousFrames, All.IsAmbiguous);
  }
}

void Counter::ofJson() {
  ofFrames(FrameStyle::Java);
  add(Loss::MadeUpProcess, !Dump.ProcessId);
  add(Loss::MadeUpTime, !Dump.Millis);
  add(Loss::TimeZones, Dump.Millis && !StringRef(Dump.Time).ends_with("Z"));
  Losses.add(Loss::VmDeadlocks, Dump.Deadlocks.size());
  const ThreadIndex Index(Dump);
  for (const ThreadDump::Thread &T : Dump.Threads) {
    if (!T.isJava()) {
      Losses.add(Loss::InternalThreads);
      continue;
    }
    add(Loss::MadeUpThreadIds, !T.Id);
    add(Loss::MadeUpThreadTimes, T.Time.empty());
    add(Loss::MadeUpStates, T.State == ThreadState::Unknown);
    add(Loss::SystemFacts, T.NativeId || T.VmThread || T.Priority ||
                               T.CpuNanos || T.IsDaemon.value_or(false));
    eachLock(T, [&](const ThreadDump::LockObject &O) {
      add(Loss::LockAddresses, O.Address && !O.IdentityHash);
    });
    for (const ThreadDump::HeldLock &L : T.Locks)
      add(Loss::EliminatedClasses,
          L.IsEliminated && !L.Object.ClassName.empty());
    Losses.add(Loss::FreeSynchronizers, freeSynchronizers(T));
    if (T.CarriedId)
      add(Loss::CarriedThreads,
          !Index.find(ThreadDump::ThreadRef::byId(T.CarriedId)));
  }
}

void Counter::ofText() {
  ofFrames(FrameStyle::Jstack);
  uint64_t Extra = Dump.Extra.size();
  add(Loss::Processes, Dump.ProcessId.has_value());
  add(Loss::TimeFractions, Dump.Millis && StringRef(Dump.Time).contains('.'));
  if (Dump.Containers.size() > 1)
    Losses.add(Loss::WrittenContainers, Dump.Containers.size());
  for (const ThreadDump::Container &C : Dump.Containers)
    Extra += C.Extra.size();
  for (const ThreadDump::Thread &T : Dump.Threads) {
    Extra += T.Extra.size();
    add(Loss::SampleTimes, !T.Time.empty());
    eachLock(T, [&](const ThreadDump::LockObject &O) {
      add(Loss::IdentityHashes, O.IdentityHash && !O.Address);
    });
  }
  Losses.add(Loss::WrittenExtraMembers, Extra);
}

Error hprof::convertThreads(Source &In, Sink &Out, const FormatInfo &From,
                            const FormatInfo &To, const ConvertOptions &Options,
                            LossAccount &Losses) {
  if (Options.IdSize || Options.Renumber || Options.Relocate ||
      !Options.DropHeaps.empty() || Options.Layout != "auto")
    return createStringError("a thread dump contains no object ids, heaps or "
                             "object sizes to change");
  Expected<std::vector<ThreadDump>> Dumps =
      From.ReadThreads(In, Options.OnDamage);
  if (!Dumps)
    return Dumps.takeError();
  if (Options.Dump > Dumps->size())
    return createStringError("there is no thread dump " + Twine(Options.Dump) +
                             "; the input contains " +
                             counted(Dumps->size(), "thread dump"));
  ArrayRef<ThreadDump> Taken = *Dumps;
  if (Options.Dump) {
    Taken = Taken.slice(Options.Dump - 1, 1);
  } else if (To.Kind == Format::ThreadJson && Taken.size() > 1) {
    Losses.note(firstOfSeveral(Taken.size()) + " (--dump selects another)");
    Taken = Taken.take_front();
  }
  for (const ThreadDump &Dump : Taken) {
    Counter Count(Dump, Losses);
    // YAML can represent everything.
    if (To.Kind != Format::Yaml)
      Count.ofBoth();
    if (To.Kind == Format::Jstack)
      Count.ofText();
    else if (To.Kind == Format::ThreadJson)
      Count.ofJson();
    To.WriteThreads(Dump, Out);
  }
  return Error::success();
}

//===- JstackWriter.cpp - Writes thread dumps as text ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Thread/JstackWriter.h"
#include "Format/Base/CivilTime.h"
#include "hprof/Format/Base/HiddenCharacters.h"
#include "hprof/Format/Base/IdKey.h"
#include "hprof/Format/Thread/FrameText.h"
#include "hprof/Format/Thread/ThreadIndex.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof;
using namespace llvm;

namespace {
class Writer {
public:
  Writer(const ThreadDump &Dump, Sink &Out)
      : Dump(Dump), Out(Out), Index(Dump), OS(Text),
        Synchronizers(Dump.Threads.size()) {}
  void dump();

private:
  void header();
  void thread(uint32_t I);
  void firstLine(const ThreadDump::Thread &T);
  void state(const ThreadDump::Thread &T);
  void wait(const ThreadDump::Thread &T);
  void locks(ArrayRef<const ThreadDump::HeldLock *> Locks);
  void deadlock(const ThreadDump::Deadlock &D);
  void findSynchronizers();
  void object(const ThreadDump::LockObject &O) {
    address(O);
    OS << " (a " << line(O.ClassName);
    if (!O.OfClass.empty())
      OS << " for " << line(O.OfClass);
    OS << ')';
  }
  void address(const ThreadDump::LockObject &O) {
    OS << format("<0x%016llx>", (unsigned long long)number(O));
  }
  static uint64_t number(const ThreadDump::LockObject &O) {
    return O.Address ? O.Address : O.IdentityHash.value_or(0);
  }
  /// Names may contain any characters; the reader undoes the escapes.
  static std::string line(StringRef Name) { return escapeHidden(Name); }
  void flush() {
    Out.append(StringRef(Text));
    Text.clear();
  }

  const ThreadDump &Dump;
  Sink &Out;
  const ThreadIndex Index;
  std::string Text;
  raw_string_ostream OS;
  /// Locks of java.util.concurrent that each thread owns.
  std::vector<std::vector<ThreadDump::LockObject>> Synchronizers;
};
} // namespace

/// Finds the locks that threads own or that others wait for.
void Writer::findSynchronizers() {
  DenseSet<std::pair<IdKey, IdKey>> Known; // Owners and their locks.
  for (const auto &[I, T] : enumerate(Dump.Threads)) {
    Synchronizers[I] = T.Synchronizers;
    for (const ThreadDump::LockObject &O : T.Synchronizers)
      Known.insert({I, number(O)});
  }
  for (const ThreadDump::Thread &T : Dump.Threads) {
    if (!T.WaitsFor || T.WaitsFor->Kind != ThreadDump::WaitKind::Parked)
      continue;
    const std::optional<ThreadDump::ThreadRef> &By = T.WaitsFor->Owner;
    const std::optional<uint32_t> Owner = By ? Index.find(*By) : std::nullopt;
    if (!Owner)
      continue;
    if (Known.insert({*Owner, number(T.WaitsFor->Object)}).second)
      Synchronizers[*Owner].push_back(T.WaitsFor->Object);
  }
}

void Writer::header() {
  if (Dump.Millis) {
    const CivilTime T = CivilTime::at(*Dump.Millis / 1000);
    OS << format("%04llu-%02llu-%02llu %02llu:%02llu:%02llu\n",
                 (unsigned long long)T.Year, (unsigned long long)T.Month,
                 (unsigned long long)T.Day, (unsigned long long)T.Hour,
                 (unsigned long long)T.Minute, (unsigned long long)T.Second);
  }
  OS << "Full thread dump " << line(Dump.VmVersion) << ":\n\n";
}

/// Returns the thread's activity as the VM prints it after the native id.
static std::string wordsOf(const ThreadDump::Thread &T) {
  const bool IsState = T.StateText == threadStateName(T.State);
  if (!IsState && StringRef(T.StateText).contains_insensitive("n"))
    return T.StateText;
  switch (T.javaState()) {
  case ThreadState::Blocked:
    return "waiting for monitor entry";
  case ThreadState::Waiting:
  case ThreadState::TimedWaiting:
    return T.WaitsFor && T.WaitsFor->Kind == ThreadDump::WaitKind::Waiting
               ? "in Object.wait()"
               : "waiting on condition";
  default:
    return "runnable";
  }
}

void Writer::firstLine(const ThreadDump::Thread &T) {
  OS << '"' << line(T.Name) << '"';
  if (T.Id)
    OS << " #" << *T.Id;
  if (T.IsVirtual)
    OS << " virtual";
  if (T.CarrierId)
    OS << " carrier=#" << *T.CarrierId;
  if (T.IsDaemon && *T.IsDaemon)
    OS << " daemon";
  if (T.Priority)
    OS << " prio=" << *T.Priority;
  if (T.CpuNanos)
    OS << format(" cpu=%.2fms", double(*T.CpuNanos) / 1e6);
  if (T.VmThread)
    OS << format(" tid=0x%016llx", (unsigned long long)T.VmThread);
  if (T.NativeId)
    OS << " nid=" << *T.NativeId << ' ' << line(wordsOf(T));
  OS << '\n';
}

void Writer::state(const ThreadDump::Thread &T) {
  if (T.CarriedId)
    OS << "   Carrying virtual thread #" << *T.CarriedId << '\n';
  if (T.State == ThreadState::Unknown && !T.WaitsFor)
    return;
  const ThreadState S = T.javaState();
  OS << "   java.lang.Thread.State: " << threadStateName(S);
  const ArrayRef<uint32_t> Frames = Dump.frames(T);
  if (T.WaitsFor && T.WaitsFor->Kind == ThreadDump::WaitKind::Parked)
    OS << " (parking)";
  else if (T.WaitsFor)
    OS << " (on object monitor)";
  else if (S == ThreadState::TimedWaiting && !Frames.empty() &&
           StringRef(Dump.Stacks.frame(Frames.front()).Method)
               .starts_with("sleep"))
    OS << " (sleeping)";
  OS << '\n';
}

void Writer::wait(const ThreadDump::Thread &T) {
  if (!T.WaitsFor)
    return;
  const ThreadDump::LockObject &On = T.WaitsFor->Object;
  if (!On.OfClass.empty() && !number(On)) {
    OS << "\t- waiting on the Class initialization monitor for "
       << line(On.OfClass) << '\n';
    return;
  }
  static constexpr StringLiteral Kinds[] = {"waiting to lock ", "waiting on ",
                                            "parking to wait for  "};
  OS << "\t- " << Kinds[unsigned(T.WaitsFor->Kind)];
  object(T.WaitsFor->Object);
  OS << '\n';
}

void Writer::locks(ArrayRef<const ThreadDump::HeldLock *> Locks) {
  for (const ThreadDump::HeldLock *L : Locks) {
    if (L->IsEliminated) {
      OS << "\t- eliminated <owner is scalar replaced> (a "
         << (L->Object.ClassName.empty() ? "java.lang.Object"
                                         : line(L->Object.ClassName))
         << ")\n";
      continue;
    }
    OS << "\t- locked ";
    object(L->Object);
    OS << '\n';
  }
}

void Writer::thread(uint32_t I) {
  const ThreadDump::Thread &T = Dump.Threads[I];
  firstLine(T);
  if (T.isJava()) {
    state(T);
    const ArrayRef<uint32_t> Frames = Dump.frames(T);
    const LocksByFrame Locks(T.Locks);
    if (Frames.empty()) {
      wait(T);
      locks(Locks.of(0));
    }
    for (const auto &[Depth, Number] : enumerate(Frames)) {
      const ThreadFrame &F = Dump.Stacks.frame(Number);
      OS << "\tat " << frameText(F, FrameStyle::Jstack) << '\n';
      if (!Depth)
        wait(T);
      locks(Locks.of(Depth));
    }
    OS << "\n   Locked ownable synchronizers:\n";
    if (Synchronizers[I].empty())
      OS << "\t- None\n";
    for (const ThreadDump::LockObject &O : Synchronizers[I]) {
      OS << "\t- ";
      object(O);
      OS << '\n';
    }
  }
  OS << '\n';
  flush();
}

void Writer::deadlock(const ThreadDump::Deadlock &D) {
  OS << "\nFound one Java-level deadlock:\n=============================\n";
  for (const auto &[I, S] : enumerate(D.Steps)) {
    OS << '"' << line(S.Thread.Name) << "\":\n";
    const std::optional<uint32_t> T = Index.find(S.Thread);
    const bool IsParked =
        T && Dump.Threads[*T].WaitsFor &&
        Dump.Threads[*T].WaitsFor->Kind == ThreadDump::WaitKind::Parked;
    if (IsParked) {
      OS << format("  waiting for ownable synchronizer 0x%016llx, (a ",
                   (unsigned long long)number(S.Object))
         << line(S.Object.ClassName) << "),\n";
    } else {
      OS << format("  waiting to lock monitor 0x0000000000000000 (object "
                   "0x%016llx, a ",
                   (unsigned long long)number(S.Object))
         << line(S.Object.ClassName) << "),\n";
    }
    OS << "  which is held by \""
       << line(D.Steps[(I + 1) % D.Steps.size()].Thread.Name) << "\"\n\n";
  }
}

void Writer::dump() {
  findSynchronizers();
  header();
  for (uint32_t I = 0; I != Dump.Threads.size(); ++I)
    thread(I);
  for (const ThreadDump::Deadlock &D : Dump.Deadlocks)
    deadlock(D);
  if (!Dump.Deadlocks.empty())
    OS << "Java stack information for the threads listed above:\n"
          "===================================================\n\nFound "
       << Dump.Deadlocks.size()
       << (Dump.Deadlocks.size() == 1 ? " deadlock.\n\n" : " deadlocks.\n\n");
  flush();
}

void hprof::writeJstack(const ThreadDump &Dump, Sink &Out) {
  Writer(Dump, Out).dump();
}

//===- ThreadPrinter.cpp - Prints a thread dump ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadPrinter.h"
#include "hprof/Format/Thread/ThreadDump.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace hprof;

namespace {
class Printer {
public:
  Printer(raw_ostream &OS, TextEscape Escape) : OS(OS), Escape(Escape) {}
  void header(const ThreadDump &D);
  void thread(const ThreadDump &D, const ThreadDump::Thread &T);
  void monitor(const ThreadDump::Monitor &M);
  void deadlock(const ThreadDump::Deadlock &D);
  void loader(const ThreadDump::Loader &L);

private:
  void fact(StringRef Key, StringRef Value) {
    if (!Value.empty())
      OS << Key << ": " << Escape(Value) << '\n';
  }
  void object(const ThreadDump::LockObject &O) {
    OS << ' ' << (O.ClassName.empty() ? "?" : Escape(O.ClassName)) << '@'
       << format_hex(O.Address, 1);
  }
  void ref(StringRef What, const ThreadDump::ThreadRef &R) {
    OS << ' ' << What << " \"" << Escape(R.Name) << '"';
    if (R.VmThread)
      OS << " vm=" << format_hex(R.VmThread, 1);
    if (R.Object)
      OS << " object=" << format_hex(R.Object, 1);
    if (R.NativeId)
      OS << " native=" << *R.NativeId;
  }
  void frame(const ThreadFrame &F);

  raw_ostream &OS;
  TextEscape Escape;
};
} // namespace

void Printer::header(const ThreadDump &D) {
  fact("version", D.VmVersion);
  fact("os", D.OperatingSystem);
  fact("architecture", D.Architecture);
  OS << "pointer size: " << unsigned(D.PointerSize) << '\n';
  fact("time", D.Time);
  if (D.Millis)
    OS << "millis: " << *D.Millis << '\n';
  if (D.ProcessId)
    OS << "pid: " << *D.ProcessId << '\n';
  fact("event", D.Event);
  fact("file", D.FileName);
  fact("command", D.CommandLine);
}

void Printer::frame(const ThreadFrame &F) {
  OS << "  at " << Escape(F.ClassName) << '.' << Escape(F.Method);
  if (!F.Module.empty())
    OS << " module=" << Escape(F.Module);
  if (!F.SourceFile.empty())
    OS << ' ' << Escape(F.SourceFile);
  if (F.Line)
    OS << ':' << F.Line;
  OS << (F.IsNative ? " native" : "") << (F.IsCompiled ? " compiled" : "")
     << '\n';
}

void Printer::thread(const ThreadDump &D, const ThreadDump::Thread &T) {
  OS << "thread \"" << Escape(T.Name) << '"';
  if (T.Id)
    OS << " id=" << *T.Id;
  if (T.NativeId)
    OS << " native=" << *T.NativeId;
  if (T.VmThread)
    OS << " vm=" << format_hex(T.VmThread, 1);
  if (T.Object)
    OS << " object=" << format_hex(T.Object, 1);
  OS << ' ' << threadStateName(T.State) << '/' << T.StateText;
  if (T.Priority)
    OS << " prio=" << *T.Priority;
  if (T.IsDaemon)
    OS << (*T.IsDaemon ? " daemon" : " user");
  if (T.IsCurrent)
    OS << " current";
  OS << '\n';
  if (T.CpuNanos)
    OS << "  cpu " << *T.CpuNanos << " ns " << T.Category << '\n';
  if (T.ContextLoader.Address) {
    OS << "  context loader";
    object(T.ContextLoader);
    OS << '\n';
  }
  if (T.WaitsFor) {
    static constexpr StringLiteral Kinds[] = {"blocked", "waiting", "parked"};
    OS << "  " << Kinds[unsigned(T.WaitsFor->Kind)] << " on";
    object(T.WaitsFor->Object);
    const ThreadDump::Wait &W = *T.WaitsFor;
    if (W.Owner)
      ref("owned by", *W.Owner);
    if (W.Initializer)
      ref("initialized by", *W.Initializer);
    OS << '\n';
  }
  const LocksByFrame Locks(T.Locks);
  for (const auto &[I, Number] : enumerate(D.frames(T))) {
    frame(D.Stacks.frame(Number));
    for (const ThreadDump::HeldLock *L : Locks.of(I)) {
      OS << "    entered";
      object(L->Object);
      OS << " x" << L->EntryCount << '\n';
    }
  }
  if (T.IsCut)
    OS << "  ...\n";
  for (const std::string &F : T.NativeFrames)
    OS << "  native " << Escape(F) << '\n';
}

void Printer::monitor(const ThreadDump::Monitor &M) {
  OS << "monitor";
  if (M.isSystem())
    OS << " system '" << Escape(M.SystemName) << '\'';
  else
    object(M.Object);
  OS << " at " << format_hex(M.Address, 1);
  if (M.Owner) {
    ref("owned by", *M.Owner);
    OS << " x" << M.EntryCount;
  }
  OS << '\n';
  for (const ThreadDump::ThreadRef &R : M.Entering) {
    ref(" entering", R);
    OS << '\n';
  }
  for (const ThreadDump::ThreadRef &R : M.Waiting) {
    ref(" waiting", R);
    OS << '\n';
  }
}

void Printer::deadlock(const ThreadDump::Deadlock &D) {
  OS << "deadlock\n";
  for (const ThreadDump::Deadlock::Step &S : D.Steps) {
    ref(" thread", S.Thread);
    OS << " for";
    if (S.SystemMonitor.empty())
      object(S.Object);
    else
      OS << " system '" << Escape(S.SystemMonitor) << '\'';
    OS << '\n';
  }
}

void Printer::loader(const ThreadDump::Loader &L) {
  OS << "loader " << (L.IsBootstrap ? "<bootstrap>" : Escape(L.ClassName))
     << ' ' << format_hex(L.Address, 1) << ' ' << L.Flags;
  if (!L.ParentClassName.empty())
    OS << " parent " << Escape(L.ParentClassName) << ' '
       << format_hex(L.Parent, 1);
  if (L.ClassCount)
    OS << " declares " << *L.ClassCount;
  OS << '\n';
  for (const std::string &Library : L.Libraries)
    OS << "  library " << Escape(Library) << '\n';
  for (const ThreadDump::LoadedClass &C : L.Classes)
    OS << "  class " << Escape(C.Name) << ' ' << format_hex(C.Address, 1)
       << (C.IsShared ? " shared" : "") << '\n';
}

void hprof::printThreadDump(raw_ostream &OS, const ThreadDump &D,
                            TextEscape Escape) {
  Printer P(OS, Escape);
  P.header(D);
  for (const ThreadDump::Thread &T : D.Threads)
    P.thread(D, T);
  for (const ThreadDump::Monitor &M : D.Monitors)
    P.monitor(M);
  for (const ThreadDump::Deadlock &L : D.Deadlocks)
    P.deadlock(L);
  for (const ThreadDump::Loader &L : D.Loaders)
    P.loader(L);
}

void hprof::printThreadCounts(raw_ostream &OS, const ThreadDump &D) {
  size_t Frames = 0, Native = 0, Locks = 0, Waits = 0, Queued = 0, Classes = 0,
         Libraries = 0;
  for (const ThreadDump::Thread &T : D.Threads) {
    Frames += D.frames(T).size();
    Native += T.NativeFrames.size();
    Waits += T.WaitsFor.has_value();
    Locks += T.Locks.size();
  }
  for (const ThreadDump::Monitor &M : D.Monitors)
    Queued += M.Entering.size() + M.Waiting.size();
  for (const ThreadDump::Loader &L : D.Loaders) {
    Classes += L.Classes.size();
    Libraries += L.Libraries.size();
  }
  OS << "threads " << D.Threads.size() << "\nframes " << Frames
     << "\nnative frames " << Native << "\nlocks " << Locks << "\nwaits "
     << Waits << "\nmonitors " << D.Monitors.size() << "\nqueued " << Queued
     << "\ndeadlocks " << D.Deadlocks.size() << "\nloaders " << D.Loaders.size()
     << "\nclasses " << Classes << "\nlibraries " << Libraries << '\n';
}

//===- ThreadRecords.cpp - A thread dump as records -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadRecords.h"
#include "hprof/Convert/Pipeline/LossAccount.h"
#include "hprof/Format/Base/ClassName.h"
#include "hprof/Format/Base/ModifiedUtf8.h"
#include "hprof/Format/Kit/ListBuilder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

ThreadRecords::ThreadRecords(RecordVisitor &Next, const ThreadDump &Dump,
                             const RecordNumbers &First, unsigned IdSize,
                             ClassFinder FindClass)
    : Next(Next), Dump(Dump), First(First), IdSize(IdSize),
      FindClass(std::move(FindClass)), NextString(First.String),
      NextFrame(First.Frame), NextClass(First.Class) {}

uint64_t ThreadRecords::string(StringRef Text) {
  auto [It, IsNew] = Strings.try_emplace(Text, NextString);
  if (IsNew) {
    std::string Bytes = utf8ToModifiedUtf8(Text);
    Utf8 R;
    R.Id = NextString++;
    R.Text = arrayRefFromStringRef(Bytes);
    Next.visit(R);
  }
  return It->second;
}

uint32_t ThreadRecords::classSerial(StringRef JavaName) {
  if (JavaName.empty())
    return 0;
  auto [It, IsNew] = Classes.try_emplace(JavaName, 0);
  if (!IsNew)
    return It->second;
  KnownClass Known = FindClass(JavaName);
  if (Known.Serial)
    return It->second = Known.Serial;
  LoadClass R;
  R.ClassSerial = NextClass++;
  R.Class = Known.Id;
  R.Name = string(internalClassName(JavaName));
  Next.visit(R);
  return It->second = R.ClassSerial;
}

uint64_t ThreadRecords::frame(uint32_t Number) {
  FrameIds.resize(Dump.Stacks.numFrames());
  uint64_t &Id = FrameIds[Number];
  if (Id)
    return Id;
  const ThreadFrame &F = Dump.Stacks.frame(Number);
  StackFrame R;
  R.Method = string(F.Method.empty() ? "<missing method>" : F.Method);
  R.Signature = string("");
  R.SourceFile = F.SourceFile.empty() ? 0 : string(F.SourceFile);
  R.ClassSerial = classSerial(F.ClassName);
  R.Line = F.IsNative ? -3 : F.Line ? F.Line : F.IsCompiled ? -2 : -1;
  R.Id = Id = NextFrame++;
  Next.visit(R);
  return Id;
}

void ThreadRecords::trace(uint32_t Serial, uint32_t Thread,
                          ArrayRef<uint32_t> Frames) {
  ListBuilder<StackFrameRef> Ids(IdSize);
  for (uint32_t Number : Frames)
    Ids.add({frame(Number)});
  StackTrace R;
  R.TraceSerial = Serial;
  R.ThreadSerial = Thread;
  R.Frames = Ids.ref();
  Next.visit(R);
}

void ThreadRecords::sendThreads(function_ref<uint64_t(size_t)> ObjectOf) {
  trace(emptyTrace(), 0, {});
  for (const auto &[I, T] : enumerate(Dump.Threads)) {
    if (!T.isJava())
      continue;
    Place At = placeOf(I);
    At.Object = ObjectOf(I);
    sendThread(I, At);
  }
}

void ThreadRecords::sendThread(size_t Index, const Place &At) {
  const ThreadDump::Thread &T = Dump.Threads[Index];
  if (!At.HasTrace)
    trace(At.Trace, At.Thread, Dump.frames(T));
  StartThread R;
  R.ThreadSerial = At.Thread;
  R.Thread = At.Object;
  R.TraceSerial = At.Trace;
  R.Name = string(T.Name);
  // The first container in JSON is the root of all.
  R.GroupName = string(T.Container.value_or(0)
                           ? StringRef(Dump.Containers[*T.Container].Name)
                           : StringRef());
  R.ParentGroupName = string("");
  Next.visit(R);
}

/// Returns the serial of the thread \p R, 0 if the dump does not contain it.
uint32_t ThreadRecords::serialOf(const ThreadIndex &Index,
                                 const ThreadDump::ThreadRef &R) const {
  std::optional<uint32_t> Found = Index.find(R);
  return Found ? threadSerial(*Found) : 0;
}

/// Returns a descriptor: "Ljava/lang/Object;", "[I".
static std::string signatureOf(StringRef JavaName) {
  std::string Name = internalClassName(JavaName);
  return StringRef(Name).starts_with("[") ? Name : "L" + Name + ";";
}

void ThreadRecords::monitor(const ThreadIndex &Index,
                            const ThreadDump::Monitor &M) {
  ListBuilder<ThreadRef> Entering(IdSize), Waiting(IdSize);
  for (const ThreadDump::ThreadRef &T : M.Entering)
    Entering.add({serialOf(Index, T)});
  for (const ThreadDump::ThreadRef &T : M.Waiting)
    Waiting.add({serialOf(Index, T)});
  MonitorDumpMonitor R;
  R.Signature = string(signatureOf(M.Object.ClassName));
  R.Owner = M.Owner ? serialOf(Index, *M.Owner) : 0;
  R.EntryCount = uint32_t(std::min<uint64_t>(M.EntryCount, UINT32_MAX));
  R.Entering = Entering.ref();
  R.Waiting = Waiting.ref();
  Next.visit(R);
}

void ThreadRecords::sendMonitors() {
  const ThreadIndex Index(Dump);
  Next.visit(MonitorDump());
  for (const auto &[I, T] : enumerate(Dump.Threads)) {
    if (!T.isJava())
      continue;
    MonitorDumpThread R;
    R.ThreadSerial = threadSerial(I);
    R.TraceSerial = traceSerial(I);
    R.Status = string(T.StateText);
    Next.visit(R);
  }
  for (const ThreadDump::Monitor &M : Dump.Monitors)
    if (!M.isSystem())
      monitor(Index, M);
  Next.visit(MonitorDumpEnd());
}

/// Whether a thread's StateText contains its state, in Java's words or J9's.
static bool namesState(const ThreadDump::Thread &T) {
  static constexpr StringLiteral Letters[] = {
#define HPROF_THREAD_STATE(NAME, TEXT, J9) J9,
#include "hprof/Format/Thread/ThreadStates.def"
  };
  return T.StateText == threadStateName(T.State) ||
         T.StateText == Letters[unsigned(T.State)];
}

/// Counts lock uses that identify the lock or the frame that entered it.
static uint64_t locksOf(const ThreadDump::Thread &T) {
  auto IsKnown = [](const ThreadDump::LockObject &O) {
    return O.Address || O.IdentityHash;
  };
  return uint64_t(count_if(T.Locks,
                           [&](const ThreadDump::HeldLock &L) {
                             return L.IsEliminated || IsKnown(L.Object);
                           }) +
                  count_if(T.Synchronizers, IsKnown)) +
         (T.WaitsFor && IsKnown(T.WaitsFor->Object));
}

void hprof::countRecordLosses(const ThreadDump &Dump, LossAccount &Account) {
  countUnsaid(Dump, Account);
  Account.add(Loss::ClassLoaders, Dump.Loaders.size());
  for (const ThreadDump::Thread &T : Dump.Threads) {
    if (!T.isJava())
      continue;
    Account.add(Loss::RecordedStates,
                T.State != ThreadState::Unknown && !namesState(T));
    Account.add(Loss::LockIdentities, locksOf(T));
  }
}

void hprof::countUnsaid(const ThreadDump &Dump, LossAccount &Account) {
  uint64_t Extra = Dump.Extra.size();
  Account.add(Loss::RecordedOrigin,
              !Dump.VmVersion.empty() || Dump.ProcessId ||
                  !Dump.Event.empty() || !Dump.OperatingSystem.empty() ||
                  !Dump.CommandLine.empty() || !Dump.FileName.empty());
  // A single group for all threads is not informative.
  if (Dump.Containers.size() > 1)
    Account.add(Loss::ThreadContainers, Dump.Containers.size());
  for (const ThreadDump::Container &C : Dump.Containers)
    Extra += C.Extra.size();
  for (const ThreadDump::Thread &T : Dump.Threads) {
    Account.add(Loss::ThreadKinds, T.IsVirtual);
    Account.add(Loss::ThreadTimes, !T.Time.empty());
    Account.add(Loss::RecordedNatives, !T.NativeFrames.empty());
    Account.add(Loss::ThreadFacts,
                T.isJava() && (T.Id || T.NativeId || T.VmThread || T.Priority ||
                               T.CpuNanos || T.IsDaemon.value_or(false)));
    Account.add(Loss::FrameOrigins,
                any_of(Dump.frames(T), [&](uint32_t Number) {
                  const ThreadFrame &F = Dump.Stacks.frame(Number);
                  return !F.Module.empty() || !F.Loader.empty();
                }));
    Extra += T.Extra.size();
  }
  Account.add(Loss::ExtraMembers, Extra);
  Account.add(Loss::SystemMonitors,
              uint64_t(count_if(Dump.Monitors,
                                [](const auto &M) { return M.isSystem(); })));
  Account.add(Loss::Deadlocks, Dump.Deadlocks.size());
  Account.add(Loss::OtherThreads,
              uint64_t(count_if(Dump.Threads,
                                [](const auto &T) { return !T.isJava(); })));
}

void hprof::sendThreadDump(const ThreadDump &Dump, Format Carrier,
                           RecordVisitor &V) {
  FileHeader H;
  H.Carrier = Carrier;
  H.IdSize = Dump.PointerSize == 4 ? 4 : 8;
  H.Millis = Dump.Millis.value_or(0);
  V.visit(H);
  ThreadRecords Records(V, Dump, {}, H.IdSize,
                        [](StringRef) { return ThreadRecords::KnownClass(); });
  Records.sendThreads([&](size_t I) { return Dump.Threads[I].Object; });
  Records.sendMonitors();
}

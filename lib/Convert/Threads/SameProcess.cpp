//===- SameProcess.cpp - Whether two dumps match --------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SameProcess.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Format/Base/IdKey.h"
#include "hprof/Format/Base/ModifiedUtf8.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Path.h"

using namespace hprof;
using namespace llvm;

/// Whether the thread exists in every HotSpot VM, usually with the same id.
static bool isOfEveryProcess(StringRef Name) {
  static constexpr StringLiteral Names[] = {
      "main",           "Reference Handler",   "Finalizer",
      "Common-Cleaner", "Signal Dispatcher",   "Attach Listener",
      "Service Thread", "Notification Thread", "Monitor Deflation Thread",
      "DestroyJavaVM"};
  return is_contained(Names, Name) || Name.contains("CompilerThread");
}

std::optional<std::string> hprof::otherProcess(const ThreadDump &Dump,
                                               ArrayRef<ThreadObject> Heap) {
  DenseMap<IdKey, const ThreadObject *> ById;
  for (const ThreadObject &T : Heap)
    if (T.Id)
      ById.try_emplace(T.Id, &T);
  uint64_t SameName = 0, OtherName = 0, SamePlace = 0, OtherPlace = 0;
  const ThreadDump::Thread *Renamed = nullptr, *Moved = nullptr;
  for (const ThreadDump::Thread &T : Dump.Threads) {
    const ThreadObject *Found =
        T.Id && T.isJava() ? ById.lookup(*T.Id) : nullptr;
    if (!Found || !Found->Name)
      continue;
    if (*Found->Name != utf8ToModifiedUtf8(T.Name)) {
      ++OtherName;
      Renamed = Renamed ? Renamed : &T;
      continue;
    }
    SameName += !isOfEveryProcess(T.Name);
    // HotSpot's structure of a thread is deleted when the thread ends.
    if (!T.VmThread || !Found->VmThread)
      continue;
    const bool IsSame = T.VmThread == Found->VmThread;
    ++(IsSame ? SamePlace : OtherPlace);
    Moved = IsSame || Moved ? Moved : &T;
  }
  // HotSpot's structure of a thread never moves.
  if (OtherPlace && !SamePlace)
    return "no thread has the same \"tid=\" in both, not even \"" +
           Moved->Name + "\"";
  // Threads may be renamed, usually all threads of a pool.
  if (OtherName > 1 && !SameName)
    return counted(OtherName, "thread") +
           " with the same ids have different names in the heap dump, for "
           "example " +
           std::to_string(*Renamed->Id) + ", \"" + Renamed->Name +
           "\", and only the VM's own threads have the same names";
  return std::nullopt;
}

std::optional<std::string> hprof::otherProcess(const ThreadDump &Dump,
                                               StringRef HeapPath) {
  StringRef Name = sys::path::filename(HeapPath);
  uint64_t Id;
  if (!Dump.ProcessId || !Name.consume_front("java_pid") ||
      Name.consumeInteger(10, Id) || !Name.starts_with(".hprof") ||
      Id == *Dump.ProcessId)
    return std::nullopt;
  return "its process id is " + std::to_string(*Dump.ProcessId) +
         ", but the heap dump's name contains " + std::to_string(Id);
}

Error hprof::otherProcessError(StringRef Why) {
  return createStringError("the thread dump is from another process: " +
                           Twine(Why) + " (--force-threads adds it anyway)");
}

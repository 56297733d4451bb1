//===- ThreadWords.cpp - Threads and locks in words -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/ThreadTool/ThreadWords.h"
#include "hprof/Format/Thread/FrameText.h"
#include "hprof/Java/JavaPackages.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

/// Number of names shown per group and per lock.
static constexpr size_t MostNames = 5;

static std::string hex(uint64_t N) {
  return "0x" + utohexstr(N, /*LowerCase=*/true);
}

std::string ThreadWords::name(const ThreadDump::ThreadRef &R) const {
  std::string Out;
  if (!R.Name.empty())
    Out = '"' + escapeQuoted(R.Name, '"', Mode) + '"';
  else
    Out = "unnamed thread";
  if (R.Id)
    return Out + " #" + std::to_string(*R.Id);
  if (R.Name.empty() && R.VmThread)
    return Out + " " + hex(R.VmThread);
  if (R.Name.empty() && R.NativeId)
    return Out + " with native id " + std::to_string(*R.NativeId);
  if (R.Name.empty() && R.Object)
    return Out + " " + hex(R.Object);
  return Out;
}

std::string ThreadWords::name(const ThreadDump::Thread &T) const {
  if (T.Name.empty() && T.IsVirtual && T.Id)
    return "virtual thread #" + std::to_string(*T.Id);
  return name(T.ref());
}

std::string ThreadWords::names(ArrayRef<uint32_t> Threads) const {
  std::string Out;
  for (const auto &[I, T] : enumerate(Threads.take_front(MostNames)))
    Out += (I ? ", " : "") + name(Dump.Threads[T]);
  if (Threads.size() > MostNames)
    Out += ", and " + std::to_string(Threads.size() - MostNames) + " more";
  return Out;
}

std::string ThreadWords::id(uint64_t Object) { return hex(Object); }

std::string ThreadWords::object(const ThreadDump::LockObject &O) const {
  std::string Class =
      O.ClassName.empty() ? "an object" : escape(O.ClassName, Mode);
  if (!O.OfClass.empty())
    Class += " for " + escape(O.OfClass, Mode);
  if (O.IdentityHash)
    return Class + "@" + utohexstr(*O.IdentityHash, /*LowerCase=*/true);
  return O.Address ? Class + " " + hex(O.Address) : Class;
}

std::string ThreadWords::lock(const ThreadDump::Monitor &M) const {
  return M.isSystem() ? "the VM's " + escape(M.SystemName, Mode)
                      : object(M.Object);
}

std::string ThreadWords::frame(uint32_t Number) const {
  return escape(frameText(Dump.Stacks.frame(Number), FrameStyle::Short), Mode);
}

std::string ThreadWords::state(const ThreadDump::Thread &T) const {
  if (T.State != ThreadState::Unknown)
    return threadStateName(T.State).str();
  return escape(T.StateText, Mode);
}

StringRef ThreadWords::waits(const ThreadDump::Thread &T) {
  if (T.WaitsFor)
    switch (T.WaitsFor->Kind) {
    case ThreadDump::WaitKind::Blocked:
      return "waits to lock";
    case ThreadDump::WaitKind::Waiting:
      return "waits on";
    case ThreadDump::WaitKind::Parked:
      return "is parked for";
    }
  return "waits for";
}

std::optional<uint32_t> ThreadWords::place(const ThreadDump::Thread &T) const {
  const ArrayRef<uint32_t> Frames = Dump.frames(T);
  if (Frames.empty())
    return std::nullopt;
  for (uint32_t Number : Frames)
    if (!isOfPackage(Dump.Stacks.frame(Number).ClassName, Jdk))
      return Number;
  return Frames.front();
}

std::optional<uint32_t>
ThreadWords::lockedIn(const ThreadDump::Thread &T,
                      const ThreadDump::LockObject &Object) const {
  const ArrayRef<uint32_t> Frames = Dump.frames(T);
  for (const ThreadDump::HeldLock &L : T.Locks)
    if (!L.IsEliminated && L.Object.Address == Object.Address &&
        L.Object.IdentityHash == Object.IdentityHash &&
        (Object.Address || L.Object.ClassName == Object.ClassName) &&
        L.Depth < Frames.size())
      return Frames[L.Depth];
  return std::nullopt;
}

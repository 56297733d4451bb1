//===- ThreadWords.cpp - Threads and locks as text ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadWords.h"
#include "hprof/Format/Thread/FrameText.h"
#include "hprof/Java/JavaPackages.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

/// Number of names shown per group and per lock.
static constexpr size_t MostNames = 5;

Prose ThreadWords::name(const ThreadDump::ThreadRef &R) {
  Prose Out;
  if (R.Name.empty())
    Out << "unnamed thread";
  else
    Out.quoted(R.Name);
  if (R.Id)
    return Out << " #" << std::to_string(*R.Id);
  if (!R.Name.empty())
    return Out;
  if (R.VmThread)
    return (Out << " ").id(R.VmThread);
  if (R.NativeId)
    return Out << " with native id " << std::to_string(*R.NativeId);
  return R.Object ? (Out << " ").id(R.Object) : Out;
}

Prose ThreadWords::name(const ThreadDump::Thread &T) const {
  if (T.Name.empty() && T.IsVirtual && T.Id)
    return Prose("virtual thread #") << std::to_string(*T.Id);
  return name(T.ref());
}

Prose ThreadWords::names(ArrayRef<uint32_t> Threads) const {
  Prose Out;
  for (const auto &[I, T] : enumerate(Threads.take_front(MostNames)))
    (Out << (I ? ", " : "")).prose(name(T));
  if (Threads.size() > MostNames)
    (Out << ", and ").number(Threads.size() - MostNames) << " more";
  return Out;
}

Prose ThreadWords::object(const ThreadDump::LockObject &O) {
  Prose Out;
  if (O.ClassName.empty())
    Out << "an object";
  else
    Out.name(O.ClassName);
  if (!O.OfClass.empty())
    (Out << " for ").name(O.OfClass);
  if (O.IdentityHash)
    return Out << "@" << utohexstr(*O.IdentityHash, /*LowerCase=*/true);
  return O.Address ? (Out << " ").id(O.Address) : Out;
}

Prose ThreadWords::lock(const ThreadDump::Monitor &M) {
  return M.isSystem() ? Prose("VM monitor ").name(M.SystemName)
                      : object(M.Object);
}

std::string ThreadWords::frame(uint32_t Number) const {
  return frameText(Dump.Stacks.frame(Number), FrameStyle::Short);
}

StringRef ThreadWords::state(const ThreadDump::Thread &T) {
  return T.State == ThreadState::Unknown ? StringRef(T.StateText)
                                         : threadStateName(T.State);
}

StringRef ThreadWords::waits(const ThreadDump::Thread &T) {
  if (T.WaitsFor)
    switch (T.WaitsFor->Kind) {
    case ThreadDump::WaitKind::Blocked:
      return "waiting to lock";
    case ThreadDump::WaitKind::Waiting:
      return "waiting on";
    case ThreadDump::WaitKind::Parked:
      return "parked on";
    }
  return "waiting for";
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

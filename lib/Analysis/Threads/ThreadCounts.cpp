//===- ThreadCounts.cpp - Counts of threads in a dump ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadCounts.h"
#include "ContainerTree.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Format/Base/Format.h"
#include "hprof/Format/Base/IdKey.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <array>
#include <unordered_set>

using namespace hprof;
using namespace llvm;

static constexpr size_t NumStates = 0
#define HPROF_THREAD_STATE(NAME, TEXT, J9) +1
#include "hprof/Format/Thread/ThreadStates.def"
    ;

ThreadCounts::ThreadCounts(const ThreadDump &Dump) {
  std::array<uint64_t, NumStates> OfState{};
  std::unordered_set<uint64_t, IdHash> CarrierIds;
  for (const ThreadDump::Thread &T : Dump.Threads) {
    ++All;
    Virtual += T.IsVirtual;
    Daemons += T.IsDaemon.value_or(false);
    if (T.CarrierId)
      CarrierIds.insert(*T.CarrierId);
    if (T.CarriedId && T.Id)
      CarrierIds.insert(*T.Id);
    if (T.isJava())
      ++OfState[unsigned(T.State)];
    else
      ++Internal;
  }
  Carriers = CarrierIds.size();
  NotListed = ContainerTree(Dump).missing();
  for (size_t I = 0; I != NumStates; ++I)
    if (OfState[I])
      States.push_back({ThreadState(I), OfState[I]});
}

/// Returns the release in "OpenJDK 64-Bit Server VM (25.0.3+9-LTS mixed mode)";
/// 0 if there is none. Up to JDK 8, the title contains the VM version,
/// "25.152-b1", so the result is 0.
static unsigned jdkOfTitle(StringRef Title) {
  StringRef Version = Title.split('(').second;
  StringRef Word = Version.take_until(
      [](char C) { return C == ' ' || C == ')' || C == ','; });
  unsigned Feature = 0;
  if (Word.consumeInteger(10, Feature) || Title.contains("-b"))
    return 0;
  return Feature;
}

std::vector<std::string> hprof::threadDumpNotes(const ThreadDump &Dump,
                                                Format Kind) {
  std::vector<std::string> Notes;
  if (Kind == Format::Jfr)
    Kind = Format::Jstack; // In text.
  if (Kind == Format::Jstack && Dump.Event.empty() &&
      jdkOfTitle(Dump.VmVersion) >= 21)
    Notes.push_back("unmounted virtual threads are not listed: jstack and "
                    "Thread.print omit them (use Thread.dump_to_file)");
  if (!InThreads.has(Kind) && Kind != Format::HprofText)
    Notes.push_back("a heap dump records neither monitor owners nor waiters");
  if (Kind == Format::Jstack && !Dump.Event.empty())
    Notes.push_back("an hs_err file contains the stack of the crashed thread, "
                    "but no states or locks");
  uint64_t Lines = 0, Threads = 0;
  for (const ThreadDump::Thread &T : Dump.Threads) {
    Lines += T.UnreadLines;
    Threads += T.UnreadLines != 0;
  }
  if (Lines)
    Notes.push_back(
        counted(Lines, "line") + " of " + counted(Threads, "thread") +
        (Lines == 1 ? " was" : " were") + " not parsed; the first is line " +
        std::to_string(Dump.FirstUnreadLine) + ": '" + Dump.FirstUnread + "'");
  if (Dump.LostThreads)
    Notes.push_back("the first line of " + counted(Dump.LostThreads, "thread") +
                    " could not be parsed, so " +
                    (Dump.LostThreads == 1 ? "it is" : "they are") +
                    " not shown");
  const ContainerTree Tree(Dump);
  if (uint64_t Missing = Tree.missing())
    Notes.push_back(counted(Missing, "thread is", "threads are") +
                    " not shown: the dump counts but does not list " +
                    (Missing == 1 ? "it" : "them"));
  return Notes;
}

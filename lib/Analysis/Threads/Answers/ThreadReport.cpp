//===- ThreadReport.cpp - A thread dump and its analysis ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadReport.h"
#include "hprof/Format/Base/Counted.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

/// If there are more threads than this, they are grouped by stack.
static constexpr size_t MostApart = 100;

void ThreadReport::addFromHeap(const HeapThreads::AllFacts &Of) {
  Deadlocks.InFrames = Of.MayDeadlock;
  if (!Of.RecordsLocals &&
      any_of(Dump.Threads, [](const auto &T) { return T.Stack != 0; }))
    Notes.push_back("the dump records no local variables: objects referenced "
                    "only by them appear unreachable");
  if (const uint64_t N = Of.VirtualNotListed)
    Notes.push_back(counted(N, "virtual thread") + " in the heap " +
                    (N == 1 ? "is" : "are") +
                    " not listed: the dump contains no stacks for " +
                    (N == 1 ? "it" : "them") +
                    ", as for those that have ended or not started");
}

ThreadReport::ThreadReport(const FileThreads &File, size_t Number,
                           const ThreadRequest &Request)
    : File(File), Request(Request), Dump(File.Dumps[Number]), Number(Number),
      Counts(Dump), Graph(Dump), Deadlocks(findDeadlocks(Graph)),
      Contention(findContention(Graph)),
      Notes(threadDumpNotes(Dump, File.Kind)),
      Selected(Request.Filter.select(Dump)) {
  if (!File.OfHeap.empty())
    addFromHeap(File.OfHeap[Number]);
  if (!Number && !File.Retained.empty())
    stable_sort(Selected, [&](uint32_t A, uint32_t B) {
      return retained(A).value_or(0) > retained(B).value_or(0);
    });
  HasAllStacks = File.Kind != Format::Jstack || Dump.Event.empty();
  IsGrouped =
      Request.Group || (Selected.size() > MostApart && !Request.Ungrouped);
  if (IsGrouped)
    Groups = groupStacks(Dump, Selected, Request.Ignore);
  else
    for (uint32_t T : Selected)
      Groups.push_back({{T}});
  if (Request.Tree)
    Tree.emplace(Dump);
}

//===- JsonReport.cpp - Prints thread dumps as JSON -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reports.h"
#include "hprof/Convert/Formats.h"
#include "hprof/ThreadTool/StackPrinter.h"
#include "hprof/ThreadTool/ThreadJson.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

static constexpr uint32_t None = LockGraph::None;

namespace {
/// Writes what is known of a dump; what is not known is left out.
class JsonWriter : ThreadJson {
public:
  JsonWriter(json::OStream &J, const ThreadReport &R, const ThreadView &View)
      : ThreadJson(J, R.Dump), R(R), View(View) {}
  void dump();

private:
  void facts();
  void deadlocks();
  void cycle(const ThreadCycle &C);
  void contention();

  const ThreadReport &R;
  const ThreadView &View;
};
} // namespace

//===----------------------------------------------------------------------===//
// The summary
//===----------------------------------------------------------------------===//

void JsonWriter::facts() {
  const ThreadDump &D = R.Dump;
  text("vm_version", D.VmVersion);
  text("time", D.Time);
  number("process_id", D.ProcessId);
  text("event", D.Event);
  J.attribute("thread_count", R.Counts.All);
  J.attribute("virtual_threads", R.Counts.Virtual);
  J.attribute("carriers", R.Counts.Carriers);
  J.attribute("vm_threads", R.Counts.Internal);
  J.attribute("threads_not_listed", R.Counts.NotListed);
  J.attributeObject("states", [&] {
    for (const auto &[State, Count] : R.Counts.States)
      J.attribute(threadStateName(State), Count);
  });
  J.attributeArray("notes", [&] {
    for (const std::string &Note : R.Notes)
      J.value(toUtf8(Note));
  });
}

//===----------------------------------------------------------------------===//
// Deadlocks and contention
//===----------------------------------------------------------------------===//

void JsonWriter::cycle(const ThreadCycle &C) {
  J.attribute("found_by_vm", C.IsFoundByVm);
  J.attribute("threads_behind", C.Behind);
  J.attributeArray("steps", [&] {
    for (const ThreadCycle::Step &S : C.Steps)
      J.object([&] {
        brief("thread", S.Thread);
        const ThreadDump::Thread &T = R.thread(S.Thread);
        if (S.Lock != None)
          lock("lock", *R.Graph.locks()[S.Lock].Of);
        else if (T.WaitsFor)
          object("lock", T.WaitsFor->Object);
      });
  });
}

void JsonWriter::deadlocks() {
  const DeadlockReport &D = R.Deadlocks;
  J.attribute("deadlock", !D.Cycles.empty()     ? "found"
                          : D.isPossible()      ? "possible"
                          : !R.findsDeadlocks() ? "unknown"
                                                : "none");
  number("sampled_within_ms", D.SampledMillis);
  J.attributeArray("deadlocks", [&] {
    for (const ThreadCycle &C : D.Cycles)
      J.object([&] { cycle(C); });
  });
  J.attributeArray("locks_without_owner", [&] {
    for (uint32_t I : D.Unowned)
      J.object([&] {
        const LockGraph::Lock &L = R.Graph.locks()[I];
        lock("lock", *L.Of);
        if (L.Of->Owner)
          J.attributeObject("owner_not_in_dump", [&] { ref(*L.Of->Owner); });
        briefs("blocked", L.Blocked);
      });
  });
  briefs("waiting_for_unknown_lock", D.Acquiring);
}

void JsonWriter::contention() {
  J.attribute("locks_recorded", R.Deadlocks.RecordsLocks);
  J.attributeArray("contention", [&] {
    for (const ContendedLock &C : R.Contention)
      J.object([&] {
        const LockGraph::Lock &L = R.Graph.locks()[C.Lock];
        lock("lock", *L.Of);
        J.attribute("blocked", C.Direct);
        J.attribute("blocked_in_all", C.InAll);
        if (L.Owner != None)
          brief("owner", L.Owner);
        briefs("threads", L.Blocked);
      });
  });
}

void JsonWriter::dump() {
  J.attribute("number", R.Number + 1);
  facts();
  if (View.Deadlocks || View.Summary)
    deadlocks();
  if (View.Contention || View.Summary)
    contention();
  if (View.Tree)
    treeJson(J, R);
  if (!View.Stacks)
    return;
  stacksJson(J, R, View);
}

Error hprof::printJson(raw_ostream &OS, ArrayRef<FileThreads> Files,
                       const ThreadView &View, const Reporter &Report,
                       bool HasGate) {
  JsonReport J(OS, "hprof-threads");
  for (const FileThreads &File : Files)
    J->object([&] {
      J->attribute("file", toUtf8(File.File));
      J->attribute("format", formatInfo(File.Kind).Name);
      J->attributeArray("dumps", [&] {
        for (size_t I = 0; I != File.Dumps.size(); ++I) {
          const ThreadReport R(File, I, View);
          J->object([&] { JsonWriter(J.json(), R, View).dump(); });
        }
      });
    });
  J.endFiles();
  if (View.Compare)
    if (Error E = comparisonJson(J.json(), Files, View))
      return E;
  J.finish(Report, HasGate);
  return Error::success();
}

//===- JsonReport.cpp - Prints thread dumps as JSON -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadReport.h"
#include "hprof/Convert/Formats.h"
#include "hprof/Format/Thread/FrameText.h"
#include "hprof/Tool/Json.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

static constexpr uint32_t None = LockGraph::None;

namespace {
/// Writes what is known of a dump; what is not known is left out.
class JsonWriter {
public:
  JsonWriter(json::OStream &J, const ThreadReport &R, const ThreadView &View)
      : J(J), R(R), View(View) {}
  void dump();

private:
  void facts();
  void deadlocks();
  void cycle(const ThreadCycle &C);
  void contention();
  void thread(const ThreadDump::Thread &T);
  void locks(const ThreadDump::Thread &T);
  void wait(const ThreadDump::Thread &T);
  void frames(ArrayRef<uint32_t> Frames);
  void locals(uint32_t Thread);
  void brief(StringRef Name, uint32_t Thread);
  void briefs(StringRef Name, ArrayRef<uint32_t> Threads);
  void ref(const ThreadDump::ThreadRef &T);
  void object(StringRef Name, const ThreadDump::LockObject &O);
  void lock(StringRef Name, const ThreadDump::Monitor &M);
  void text(StringRef Name, StringRef Value) {
    if (!Value.empty())
      J.attribute(Name, toUtf8(Value));
  }
  template <class T>
  void number(StringRef Name, const std::optional<T> &Value) {
    if (Value)
      J.attribute(Name, *Value);
  }
  void address(StringRef Name, uint64_t Value) {
    if (Value)
      J.attribute(Name, jsonId(Value));
  }

  json::OStream &J;
  const ThreadReport &R;
  const ThreadView &View;
};
} // namespace

void JsonWriter::ref(const ThreadDump::ThreadRef &T) {
  number("id", T.Id);
  J.attribute("name", toUtf8(T.Name));
  number("native_id", T.NativeId);
  address("vm_thread", T.VmThread);
  address("object", T.Object);
}

void JsonWriter::brief(StringRef Name, uint32_t Thread) {
  J.attributeObject(Name, [&] { ref(R.thread(Thread).ref()); });
}

void JsonWriter::briefs(StringRef Name, ArrayRef<uint32_t> Threads) {
  J.attributeArray(Name, [&] {
    for (uint32_t T : Threads)
      J.object([&] { ref(R.thread(T).ref()); });
  });
}

void JsonWriter::object(StringRef Name, const ThreadDump::LockObject &O) {
  J.attributeObject(Name, [&] {
    text("class", O.ClassName);
    address("address", O.Address);
    if (O.IdentityHash)
      J.attribute("identity_hash", jsonId(*O.IdentityHash));
  });
}

void JsonWriter::lock(StringRef Name, const ThreadDump::Monitor &M) {
  if (!M.isSystem())
    return object(Name, M.Object);
  J.attributeObject(Name, [&] { text("system_monitor", M.SystemName); });
}

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

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

void JsonWriter::frames(ArrayRef<uint32_t> Frames) {
  J.attributeArray("frames", [&] {
    for (uint32_t Number : Frames)
      J.object([&] {
        const ThreadFrame &F = R.Dump.Stacks.frame(Number);
        J.attribute("text", toUtf8(frameText(F, FrameStyle::Java)));
        text("class", F.ClassName);
        text("method", F.Method);
        text("source", F.SourceFile);
        if (F.Line > 0)
          J.attribute("line", F.Line);
        J.attribute("native", F.IsNative);
        text("module", F.Module);
        text("loader", F.Loader);
      });
  });
}

void JsonWriter::wait(const ThreadDump::Thread &T) {
  if (!T.WaitsFor)
    return;
  static constexpr StringLiteral Kinds[] = {"blocked", "waiting", "parked"};
  J.attributeObject("waits_for", [&] {
    J.attribute("kind", Kinds[unsigned(T.WaitsFor->Kind)]);
    object("lock", T.WaitsFor->Object);
    const uint32_t I = uint32_t(&T - R.Dump.Threads.data());
    if (uint32_t By = R.Graph.threadBlocking(I); By != None)
      brief("owner", By);
    else if (T.WaitsFor->Owner)
      J.attributeObject("owner", [&] { ref(*T.WaitsFor->Owner); });
  });
}

void JsonWriter::locks(const ThreadDump::Thread &T) {
  if (T.Locks.empty() && T.Synchronizers.empty())
    return;
  J.attributeArray("locks", [&] {
    for (const ThreadDump::HeldLock &L : T.Locks)
      J.object([&] {
        J.attribute("depth", L.Depth);
        if (L.IsEliminated)
          J.attribute("eliminated", true);
        else
          object("lock", L.Object);
        if (L.EntryCount != 1)
          J.attribute("entry_count", L.EntryCount);
      });
    for (const ThreadDump::LockObject &O : T.Synchronizers)
      J.object([&] { object("lock", O); });
  });
}

void JsonWriter::thread(const ThreadDump::Thread &T) {
  ref(T.ref());
  if (T.State != ThreadState::Unknown)
    J.attribute("state", threadStateName(T.State));
  text("state_text", T.StateText);
  J.attribute("virtual", T.IsVirtual);
  if (!T.isJava())
    J.attribute("of_vm", true);
  number("carrier", T.CarrierId);
  number("carries", T.CarriedId);
  number("daemon", T.IsDaemon);
  text("group", T.Group);
  number("priority", T.Priority);
  number("cpu_ns", T.CpuNanos);
  text("time", T.Time);
  if (T.Container)
    text("container", R.Dump.Containers[*T.Container].Name);
  number("retained", R.retained(uint32_t(&T - R.Dump.Threads.data())));
  wait(T);
  locks(T);
  if (View.Locals)
    locals(uint32_t(&T - R.Dump.Threads.data()));
}

/// What it keeps alive by its frames, and without one.
void JsonWriter::locals(uint32_t Thread) {
  if (R.File.Locals.empty())
    return;
  J.attributeArray("locals", [&] {
    for (const HeapThreads::Local &L : R.File.Locals[R.Number][Thread])
      J.object([&] {
        if (L.Frame >= 0)
          J.attribute("depth", L.Frame);
        J.attribute("object", jsonId(L.Object));
        text("class", L.ClassName);
        J.attribute("root", recordInfo(L.Root).Text);
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
  J.attribute("selected", R.Selected.size());
  ArrayRef<StackGroup> Shown = R.Groups;
  Shown = Shown.take_front(std::min<uint64_t>(View.Top, Shown.size()));
  J.attributeArray("stacks", [&] {
    for (const StackGroup &G : Shown)
      J.object([&] {
        J.attribute("count", G.Threads.size());
        J.attributeArray("threads", [&] {
          for (uint32_t T : G.Threads)
            J.object([&] { thread(R.thread(T)); });
        });
        const ArrayRef<uint32_t> Frames =
            R.Dump.frames(R.thread(G.Threads.front()));
        const size_t Ignored =
            R.IsGrouped ? std::min<uint64_t>(View.Ignore, Frames.size()) : 0;
        frames(Frames.drop_front(Ignored));
      });
  });
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

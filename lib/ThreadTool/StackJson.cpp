//===- StackJson.cpp - Prints threads with their stacks as JSON -----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Thread/FrameText.h"
#include "hprof/ThreadTool/StackPrinter.h"
#include "hprof/ThreadTool/ThreadJson.h"
#include "hprof/ThreadTool/ThreadReport.h"

using namespace hprof;
using namespace llvm;

namespace {
class StackJson : ThreadJson {
public:
  StackJson(json::OStream &J, const ThreadReport &R, const ThreadView &View)
      : ThreadJson(J, R.Dump), R(R), View(View) {}
  void print();

private:
  void thread(const ThreadDump::Thread &T);
  void locks(const ThreadDump::Thread &T);
  void wait(const ThreadDump::Thread &T);
  void frames(ArrayRef<uint32_t> Frames);
  void locals(const HeapThreads::Facts &Of);

  const ThreadReport &R;
  const ThreadView &View;
};
} // namespace

void StackJson::frames(ArrayRef<uint32_t> Frames) {
  J.attributeArray("frames", [&] {
    for (uint32_t Number : Frames)
      J.object([&] {
        const ThreadFrame &F = Dump.Stacks.frame(Number);
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

void StackJson::wait(const ThreadDump::Thread &T) {
  if (!T.WaitsFor)
    return;
  static constexpr StringLiteral Kinds[] = {"blocked", "waiting", "parked"};
  J.attributeObject("waits_for", [&] {
    J.attribute("kind", Kinds[unsigned(T.WaitsFor->Kind)]);
    object("lock", T.WaitsFor->Object);
    if (uint32_t By = R.Graph.threadBlocking(R.index(T)); By != LockGraph::None)
      brief("owner", By);
    else if (T.WaitsFor->Owner)
      J.attributeObject("owner", [&] { ref(*T.WaitsFor->Owner); });
  });
}

void StackJson::locks(const ThreadDump::Thread &T) {
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

void StackJson::thread(const ThreadDump::Thread &T) {
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
    text("container", Dump.Containers[*T.Container].Name);
  number("retained", R.retained(R.index(T)));
  wait(T);
  locks(T);
  const HeapThreads::Facts *Of = R.ofHeap(T);
  if (!Of)
    return;
  text("class", Of->ClassName);
  J.attribute("serial", Of->Serial);
  J.attribute("trace_serial", Of->TraceSerial);
  if (View.Locals)
    locals(*Of);
}

/// What it keeps alive by its frames, and without one.
void StackJson::locals(const HeapThreads::Facts &Of) {
  J.attributeArray("locals", [&] {
    for (const HeapThreads::Local &L : Of.Locals)
      J.object([&] {
        if (L.Frame >= 0)
          J.attribute("depth", L.Frame);
        J.attribute("object", jsonId(L.Object));
        text("class", L.IsClass ? "java.lang.Class" : L.ClassName);
        if (L.IsClass)
          text("of_class", L.ClassName);
        J.attribute("root", recordInfo(L.Root).Text);
      });
  });
}

void StackJson::print() {
  J.attribute("selected", R.Selected.size());
  J.attribute("stacks_in_all", R.Groups.size());
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
            Dump.frames(R.thread(G.Threads.front()));
        const size_t Ignored =
            R.IsGrouped ? std::min<uint64_t>(View.Ignore, Frames.size()) : 0;
        frames(Frames.drop_front(Ignored));
      });
  });
}

void hprof::stacksJson(json::OStream &J, const ThreadReport &R,
                       const ThreadView &View) {
  StackJson(J, R, View).print();
}

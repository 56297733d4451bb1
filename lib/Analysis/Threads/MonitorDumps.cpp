//===- MonitorDumps.cpp - The monitor dumps of HPROF text -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Threads/MonitorDumps.h"
#include "StackTranslator.h"
#include "hprof/Format/Base/ClassName.h"
#include "hprof/Format/HprofText/TextReader.h"
#include "hprof/Format/Kit/Tee.h"
#include "hprof/Format/Records/RecordCodec.h"
#include "hprof/Format/Thread/FrameText.h"
#include "hprof/Format/Thread/ThreadIndex.h"
#include <optional>

using namespace hprof;
using namespace llvm;

namespace {
/// Converts monitor dump records to thread dumps.
class Collector final : public RecordVisitor {
public:
  explicit Collector(const DumpContext &Context) : Context(Context) {}
  std::vector<ThreadDump> Dumps;

  using RecordVisitor::visit;
  void visit(const MonitorDump &) override {
    Dumps.emplace_back();
    IsOpen = true;
  }
  void visit(const MonitorDumpThread &R) override;
  void visit(const MonitorDumpMonitor &R) override;
  void visit(const MonitorDumpEnd &) override;

private:
  ThreadDump::ThreadRef ref(uint32_t Serial) const {
    const ThreadInfo *T = Context.findThread(Serial);
    return ThreadDump::ThreadRef::byId(
        Serial, T ? Context.string(T->NameId).value_or("").str() : "");
  }

  const DumpContext &Context;
  bool IsOpen = false;
};
} // namespace

/// The agent writes the state codes "R", "CW", "MW" and "ZO", with the prefix
/// "S|" for a suspended thread.
static ThreadState stateOf(StringRef Letters) {
  Letters.consume_front("S|");
  if (Letters == "R")
    return ThreadState::Runnable;
  if (Letters == "MW")
    return ThreadState::Blocked;
  if (Letters == "CW")
    return ThreadState::Waiting;
  if (Letters == "ZO")
    return ThreadState::Terminated;
  return parseThreadState(Letters);
}

void Collector::visit(const MonitorDumpThread &R) {
  if (!IsOpen)
    return;
  ThreadDump &Dump = Dumps.back();
  StackTranslator Stacks(Context, Dump.Stacks);
  ThreadDump::Thread &T = Dump.Threads.emplace_back();
  T.Id = R.ThreadSerial;
  T.StateText = Stacks.string(R.Status);
  T.State = stateOf(T.StateText);
  T.Stack = Stacks.stack(R.TraceSerial);
  if (const ThreadInfo *Info = Context.findThread(R.ThreadSerial))
    T.Name = Stacks.string(Info->NameId);
}

void Collector::visit(const MonitorDumpMonitor &R) {
  if (!IsOpen)
    return;
  ThreadDump::Monitor &M = Dumps.back().Monitors.emplace_back();
  StringRef Class = Context.string(R.Signature).value_or("");
  if (Class.consume_front("L"))
    Class.consume_back(";");
  M.Object.ClassName = javaClassName(Class);
  if (R.Owner)
    M.Owner = ref(R.Owner);
  M.EntryCount = R.EntryCount;
  forEach(R.Entering, [&](const hprof::ThreadRef &T) {
    M.Entering.push_back(ref(T.ThreadSerial));
  });
  forEach(R.Waiting, [&](const hprof::ThreadRef &T) {
    M.Waiting.push_back(ref(T.ThreadSerial));
  });
}

void Collector::visit(const MonitorDumpEnd &) {
  if (!std::exchange(IsOpen, false))
    return;
  ThreadDump &Dump = Dumps.back();
  const ThreadIndex Index(Dump);
  auto Waits = [&](const ThreadDump::Monitor &M, const ThreadDump::ThreadRef &R,
                   ThreadDump::WaitKind Kind) {
    const std::optional<uint32_t> T = Index.find(R);
    if (!T)
      return;
    ThreadDump::Wait &W = Dump.Threads[*T].WaitsFor.emplace();
    W.Kind = Kind;
    W.Object = M.Object;
    W.Owner = M.Owner;
  };
  for (const ThreadDump::Monitor &M : Dump.Monitors) {
    for (const ThreadDump::ThreadRef &R : M.Entering)
      Waits(M, R, ThreadDump::WaitKind::Blocked);
    for (const ThreadDump::ThreadRef &R : M.Waiting)
      Waits(M, R, ThreadDump::WaitKind::Waiting);
  }
}

Expected<std::vector<ThreadDump>>
hprof::readMonitorDumps(Source &In, const DamageHandler &OnDamage) {
  DumpContext Context;
  DumpContext::Builder Build(Context);
  Collector Collect(Context);
  Tee Both({&Build, &Collect});
  TextReaderOptions Options;
  Options.OnDamage = OnDamage;
  if (Error E = readHprofText(In, Both, Options))
    return E;
  return std::move(Collect.Dumps);
}

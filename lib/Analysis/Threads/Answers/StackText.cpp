//===- StackText.cpp - Threads with their stacks as text ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadReport.h"
#include "ThreadText.h"
#include "ThreadWords.h"
#include "hprof/Format/Records/Records.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof;
using namespace llvm;

/// Thread.NORM_PRIORITY, which is not shown.
static constexpr int32_t DefaultPriority = 5;

namespace {
class StackPresenter {
public:
  StackPresenter(Presenter &To, const ThreadReport &R)
      : To(To), R(R), Words(R.Dump) {}
  void all();

private:
  void group(const StackGroup &G);
  Prose states(const StackGroup &G) const;
  void stack(uint32_t Thread);
  void noFrames(uint32_t Thread);
  void waitLine(uint32_t Thread);
  void lock(const ThreadDump::HeldLock &L);
  /// Local variables in a heap dump, in the order of frames.
  ArrayRef<HeapThreads::Local> localsOf(uint32_t Thread) const;
  void locals(ArrayRef<HeapThreads::Local> &Left, int32_t Frame,
              const char *Indent);
  void addTraits(Prose &Line, uint32_t Thread) const;
  void end();

  Presenter &To;
  const ThreadReport &R;
  const ThreadWords Words;
};
} // namespace

void StackPresenter::addTraits(Prose &Line, uint32_t Thread) const {
  const ThreadDump::Thread &T = R.thread(Thread);
  // The name of an unnamed thread with an id includes "virtual".
  if (T.IsVirtual && !(T.Name.empty() && T.Id))
    Line << ", virtual";
  if (T.CarrierId)
    Line << ", on carrier #" << std::to_string(*T.CarrierId);
  if (T.CarriedId)
    Line << ", carrying virtual thread #" << std::to_string(*T.CarriedId);
  if (T.IsDaemon && *T.IsDaemon)
    Line << ", daemon";
  if (!T.Group.empty())
    (Line << ", group ").quoted(T.Group);
  if (T.Priority && *T.Priority != DefaultPriority)
    Line << ", priority " << std::to_string(*T.Priority);
  const HeapThreads::Facts *Of = R.ofHeap(Thread);
  if (T.Object) {
    (Line << ", object ").id(T.Object);
    if (Of && !Of->ClassName.empty())
      (Line << " ").name(Of->ClassName);
  }
  if (Of)
    Line << ", serial " << std::to_string(Of->Serial);
  if (!T.isJava())
    Line << ", VM thread";
  if (T.CpuNanos) {
    std::string Cpu;
    raw_string_ostream(Cpu) << format("%.1f", double(*T.CpuNanos) / 1e6);
    Line << ", CPU " << Cpu << " ms";
  }
  if (T.IsCurrent)
    Line << ", current";
  if (auto Bytes = R.retained(Thread))
    (Line << ", retains ").bytes(*Bytes);
}

void StackPresenter::waitLine(uint32_t Thread) {
  const ThreadDump::Thread &T = R.thread(Thread);
  if (!T.WaitsFor)
    return;
  Prose Line = "    - ";
  (Line << ThreadWords::waits(T) << " ")
      .prose(ThreadWords::object(T.WaitsFor->Object));
  if (uint32_t By = R.Graph.threadBlocking(Thread); By != LockGraph::None)
    (Line << (T.WaitsFor->Initializer ? ", being initialized by "
                                      : ", held by "))
        .prose(Words.name(By));
  else if (const std::optional<ThreadDump::ThreadRef> &Of = T.WaitsFor->Owner)
    (Line << ", held by ").prose(ThreadWords::name(*Of));
  To.line(Line);
}

ArrayRef<HeapThreads::Local> StackPresenter::localsOf(uint32_t Thread) const {
  const HeapThreads::Facts *Of = R.Request.Locals ? R.ofHeap(Thread) : nullptr;
  if (!Of)
    return {};
  return Of->Locals;
}

/// Shows the locals of \p Frame, and removes them and those of earlier frames
/// from \p Left.
void StackPresenter::locals(ArrayRef<HeapThreads::Local> &Left, int32_t Frame,
                            const char *Indent) {
  for (; !Left.empty() && Left.front().Frame <= Frame; Left = Left.drop_front())
    if (const HeapThreads::Local &L = Left.front(); L.Frame == Frame) {
      Prose Line = Indent;
      (Line << recordInfo(L.Root).Text << " ").id(L.Object) << " ";
      if (L.ClassName.empty())
        Line << "(not in the dump)";
      else
        (Line << (L.IsClass ? "class " : "")).name(L.ClassName);
      To.line(Line);
    }
}

void StackPresenter::lock(const ThreadDump::HeldLock &L) {
  Prose Line = "    - ";
  if (L.IsEliminated)
    Line << "lock eliminated by the compiler";
  else
    (Line << "locked ").prose(ThreadWords::object(L.Object));
  if (L.EntryCount > 1)
    (Line << " (").number(L.EntryCount) << " times)";
  To.line(Line);
}

void StackPresenter::noFrames(uint32_t Thread) {
  To.line(R.hasStack(Thread) ? "    (no Java frames)"
                             : "    (stack not recorded)");
}

void StackPresenter::stack(uint32_t Thread) {
  const ThreadDump::Thread &T = R.thread(Thread);
  const ArrayRef<uint32_t> Frames = R.Dump.frames(T);
  ArrayRef<HeapThreads::Local> Locals = localsOf(Thread);
  if (Frames.empty() && T.isJava())
    noFrames(Thread);
  locals(Locals, -1, "    ");
  if (Frames.empty())
    waitLine(Thread);
  const LocksByFrame Locks(T.Locks);
  for (const auto &[I, Number] : enumerate(Frames)) {
    To.line(Prose("    at ").name(Words.frame(Number)));
    if (!I)
      waitLine(Thread);
    for (const ThreadDump::HeldLock *L : Locks.of(I))
      lock(*L);
    locals(Locals, int32_t(I), "        ");
  }
  if (T.IsCut)
    To.line("    (outer frames are missing)");
  for (const ThreadDump::LockObject &O : T.Synchronizers)
    To.line(Prose("    - owns ").prose(ThreadWords::object(O)));
  To.line("");
}

void StackPresenter::group(const StackGroup &G) {
  const uint32_t Thread = G.Threads.front();
  const ThreadDump::Thread &First = R.thread(Thread);
  if (!R.IsGrouped || G.Threads.size() == 1) {
    Prose Line = Words.name(First);
    if (StringRef State = ThreadWords::state(First); !State.empty())
      (Line << " ").name(State);
    addTraits(Line, Thread);
    To.line(Line);
    return stack(Thread);
  }
  Prose Line;
  To.line((Line.count(G.Threads.size(), "thread") << ": ")
              .prose(Words.names(G.Threads)));
  if (Prose States = states(G); !States.empty())
    To.line(Prose("    ").prose(States));
  const ArrayRef<uint32_t> Frames = R.Dump.frames(First);
  const size_t Ignored = std::min<uint64_t>(R.Request.Ignore, Frames.size());
  if (Ignored)
    To.line(Prose("    (").count(Ignored, "frame") << " ignored)");
  if (Frames.empty())
    noFrames(Thread);
  ArrayRef<HeapThreads::Local> Locals = localsOf(Thread);
  if (!Locals.empty())
    To.line("    (local variables of the first thread)");
  locals(Locals, -1, "    ");
  for (size_t I = Ignored; I != Frames.size(); ++I) {
    To.line(Prose("    at ").name(Words.frame(Frames[I])));
    locals(Locals, int32_t(I), "        ");
  }
  To.line("");
}

/// Returns the states of a group's threads, with counts if the states differ;
/// empty if no thread has a state.
Prose StackPresenter::states(const StackGroup &G) const {
  std::vector<std::pair<StringRef, uint64_t>> States;
  for (uint32_t T : G.Threads) {
    const StringRef State = ThreadWords::state(R.thread(T));
    auto It = find_if(States, [&](const auto &S) { return S.first == State; });
    if (It == States.end())
      States.push_back({State, 1});
    else
      ++It->second;
  }
  Prose Line;
  if (States.size() == 1 && States.front().first.empty())
    return Line;
  for (const auto &[I, S] : enumerate(States)) {
    Line << (I ? ", " : "");
    if (S.first.empty())
      Line << "(no state)";
    else
      Line.name(S.first);
    if (States.size() > 1)
      (Line << " ").number(S.second);
  }
  return Line;
}

/// Shows the number of omitted threads and the total number.
void StackPresenter::end() {
  const size_t Shown = R.shownGroups().size();
  uint64_t Hidden = 0;
  for (const StackGroup &G : ArrayRef(R.Groups).drop_front(Shown))
    Hidden += G.Threads.size();
  if (Hidden) {
    Prose Line = "... and ";
    Line.count(Hidden, "thread");
    if (R.IsGrouped)
      (Line << " with ").count(R.Groups.size() - Shown, "other stack");
    To.line(Line.option(" (--top=0 prints all)"));
  }
  Prose Line;
  Line.count(R.Selected.size(), "thread");
  if (R.Selected.size() != R.Dump.Threads.size())
    (Line << " of ").number(R.Dump.Threads.size());
  if (R.IsGrouped)
    (Line << " with ").count(R.Groups.size(), "stack");
  To.line(Line);
}

void StackPresenter::all() {
  for (const StackGroup &G : R.shownGroups())
    group(G);
  end();
}

void hprof::presentStacks(Presenter &To, const ThreadReport &R) {
  StackPresenter(To, R).all();
}

void StacksOfThreads::present(Presenter &To) const { presentStacks(To, *Is); }

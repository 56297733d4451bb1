//===- StackText.cpp - Prints threads with their stacks as text -----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Base/Counted.h"
#include "hprof/ThreadTool/StackPrinter.h"
#include "hprof/ThreadTool/ThreadReport.h"
#include "hprof/ThreadTool/ThreadWords.h"
#include "hprof/Tool/Table.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof;
using namespace llvm;

/// Thread.NORM_PRIORITY, which is not worth a word.
static constexpr int32_t DefaultPriority = 5;

namespace {
class StackText {
public:
  StackText(raw_ostream &OS, const ThreadReport &R, const ThreadView &View)
      : OS(OS), R(R), View(View), Words(R.Dump, View.Escape) {}
  void print();

private:
  void group(const StackGroup &G);
  void states(const StackGroup &G);
  void stack(const ThreadDump::Thread &T);
  void noFrames(const ThreadDump::Thread &T);
  void waitLine(const ThreadDump::Thread &T);
  void locksIn(const ThreadDump::Thread &T, size_t Frame);
  /// What a heap dump's frames of \p T refer to, in the order of frames.
  ArrayRef<HeapThreads::Local> localsOf(const ThreadDump::Thread &T) const;
  /// What \p L refers to, as hprof-dump calls it elsewhere.
  std::string target(const HeapThreads::Local &L) const;
  void locals(ArrayRef<HeapThreads::Local> &Left, int32_t Frame,
              unsigned Indent);
  std::string traits(const ThreadDump::Thread &T) const;

  raw_ostream &OS;
  const ThreadReport &R;
  const ThreadView &View;
  const ThreadWords Words;
};
} // namespace

std::string StackText::traits(const ThreadDump::Thread &T) const {
  std::string Out;
  auto Add = [&](const Twine &What) { Out += (", " + What).str(); };
  // An unnamed one with an id is called so.
  if (T.IsVirtual && !(T.Name.empty() && T.Id))
    Add("virtual");
  if (T.CarrierId)
    Add("on carrier #" + Twine(*T.CarrierId));
  if (T.CarriedId)
    Add("runs virtual thread #" + Twine(*T.CarriedId));
  if (T.IsDaemon && *T.IsDaemon)
    Add("daemon");
  if (!T.Group.empty())
    Add("group \"" + escapeQuoted(T.Group, '"', View.Escape) + "\"");
  if (T.Priority && *T.Priority != DefaultPriority)
    Add("priority " + Twine(*T.Priority));
  const HeapThreads::Facts *Of = R.ofHeap(T);
  if (T.Object)
    Add("object " + Words.id(T.Object) +
        (Of && !Of->ClassName.empty() ? " " + escape(Of->ClassName, View.Escape)
                                      : ""));
  if (Of)
    Add("serial " + Twine(Of->Serial));
  if (!T.isJava())
    Add("of the VM");
  if (T.CpuNanos) {
    std::string Cpu;
    raw_string_ostream(Cpu) << format("%.1f", double(*T.CpuNanos) / 1e6);
    Add("CPU " + Cpu + " ms");
  }
  if (T.IsCurrent)
    Add("current");
  if (auto Bytes = R.retained(R.index(T)))
    Add("retains " + bytesText(*Bytes));
  return Out;
}

void StackText::waitLine(const ThreadDump::Thread &T) {
  if (!T.WaitsFor)
    return;
  OS << "    - " << ThreadWords::waits(T) << ' '
     << Words.object(T.WaitsFor->Object);
  if (uint32_t By = R.Graph.threadBlocking(R.index(T)); By != LockGraph::None)
    OS << (T.WaitsFor->Initializer ? ", initialized by " : ", held by ")
       << Words.name(R.thread(By));
  else if (const std::optional<ThreadDump::ThreadRef> &Of = T.WaitsFor->Owner)
    OS << ", held by " << Words.name(*Of);
  OS << '\n';
}

ArrayRef<HeapThreads::Local>
StackText::localsOf(const ThreadDump::Thread &T) const {
  const HeapThreads::Facts *Of = View.Locals ? R.ofHeap(T) : nullptr;
  if (!Of)
    return {};
  return Of->Locals;
}

std::string StackText::target(const HeapThreads::Local &L) const {
  if (L.ClassName.empty())
    return "(not in the dump)";
  return (L.IsClass ? "class " : "") + escape(L.ClassName, View.Escape);
}

/// Prints the locals of \p Frame and removes them from \p Left, together with
/// those of earlier frames.
void StackText::locals(ArrayRef<HeapThreads::Local> &Left, int32_t Frame,
                       unsigned Indent) {
  for (; !Left.empty() && Left.front().Frame <= Frame; Left = Left.drop_front())
    if (const HeapThreads::Local &L = Left.front(); L.Frame == Frame)
      OS.indent(Indent) << recordInfo(L.Root).Text << ' ' << Words.id(L.Object)
                        << ' ' << target(L) << '\n';
}

void StackText::locksIn(const ThreadDump::Thread &T, size_t Frame) {
  for (const ThreadDump::HeldLock &L : T.Locks) {
    if (L.Depth != Frame)
      continue;
    OS << "    - ";
    if (L.IsEliminated)
      OS << "a lock that the compiler removed";
    else
      OS << "locked " << Words.object(L.Object);
    if (L.EntryCount > 1)
      OS << " (" << L.EntryCount << " times)";
    OS << '\n';
  }
}

void StackText::noFrames(const ThreadDump::Thread &T) {
  OS << (R.hasStack(T) ? "    (no Java frames)\n"
                       : "    (stack not recorded)\n");
}

void StackText::stack(const ThreadDump::Thread &T) {
  const ArrayRef<uint32_t> Frames = R.Dump.frames(T);
  ArrayRef<HeapThreads::Local> Locals = localsOf(T);
  if (Frames.empty() && T.isJava())
    noFrames(T);
  locals(Locals, -1, 4);
  const bool Waits = T.WaitsFor.has_value();
  if (Frames.empty() && Waits)
    waitLine(T);
  for (const auto &[I, Number] : enumerate(Frames)) {
    OS << "    at " << Words.frame(Number) << '\n';
    if (!I && Waits)
      waitLine(T);
    locksIn(T, I);
    locals(Locals, int32_t(I), 8);
  }
  if (T.IsCut)
    OS << "    (outer frames are missing)\n";
  for (const ThreadDump::LockObject &O : T.Synchronizers)
    OS << "    - owns " << Words.object(O) << '\n';
  OS << '\n';
}

void StackText::group(const StackGroup &G) {
  const ThreadDump::Thread &First = R.thread(G.Threads.front());
  if (!R.IsGrouped || G.Threads.size() == 1) {
    const std::string State = Words.state(First);
    OS << Words.name(First) << (State.empty() ? "" : " ") << State
       << traits(First) << '\n';
    return stack(First);
  }
  OS << G.Threads.size() << " threads: " << Words.names(G.Threads) << '\n';
  states(G);
  const ArrayRef<uint32_t> Frames = R.Dump.frames(First);
  const size_t Ignored = std::min<uint64_t>(View.Ignore, Frames.size());
  if (Ignored)
    OS << "    (" << counted(Ignored, "frame") << " ignored)\n";
  if (Frames.empty())
    noFrames(First);
  ArrayRef<HeapThreads::Local> Locals = localsOf(First);
  if (!Locals.empty())
    OS << "    (the locals are those of the first thread)\n";
  locals(Locals, -1, 4);
  for (size_t I = Ignored; I != Frames.size(); ++I) {
    OS << "    at " << Words.frame(Frames[I]) << '\n';
    locals(Locals, int32_t(I), 8);
  }
  OS << '\n';
}

/// The states of a group's threads, with numbers if they differ.
void StackText::states(const StackGroup &G) {
  std::vector<std::pair<std::string, uint64_t>> States;
  for (uint32_t T : G.Threads) {
    const std::string State = Words.state(R.thread(T));
    auto It = find_if(States, [&](const auto &S) { return S.first == State; });
    if (It == States.end())
      States.push_back({State, 1});
    else
      ++It->second;
  }
  if (States.size() == 1 && States.front().first.empty())
    return;
  OS << "    ";
  for (const auto &[I, S] : enumerate(States))
    OS << (I ? ", " : "")
       << (S.first.empty() ? StringRef("(no state)") : StringRef(S.first))
       << (States.size() > 1 ? " " + std::to_string(S.second) : "");
  OS << '\n';
}

void StackText::print() {
  ArrayRef<StackGroup> Shown = R.Groups;
  Shown = Shown.take_front(std::min<uint64_t>(View.Top, Shown.size()));
  for (const StackGroup &G : Shown)
    group(G);
  uint64_t Hidden = 0;
  for (const StackGroup &G : ArrayRef(R.Groups).drop_front(Shown.size()))
    Hidden += G.Threads.size();
  if (Hidden)
    OS << "... and " << counted(Hidden, "thread")
       << (R.IsGrouped ? " with " + counted(R.Groups.size() - Shown.size(),
                                            "other stack")
                       : "")
       << " (--top=0 prints all)\n";
  OS << counted(R.Selected.size(), "thread");
  if (R.Selected.size() != R.Dump.Threads.size())
    OS << " of " << R.Dump.Threads.size();
  if (R.IsGrouped)
    OS << " with " << counted(R.Groups.size(), "stack");
  OS << '\n';
}

void hprof::printStacks(raw_ostream &OS, const ThreadReport &R,
                        const ThreadView &View) {
  StackText(OS, R, View).print();
}

//===- ThreadRoots.cpp - The roots of the threads of a heap ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Heap/ThreadRoots.h"
#include "hprof/Analysis/Heap/HeapWalk.h"
#include "hprof/Analysis/Heap/VisitRecord.h"
#include "hprof/Format/Context/DumpContext.h"

using namespace hprof;
using namespace llvm;

namespace {
/// Takes the roots that belong to a thread.
class LocalVisitor : public HeapVisitor {
public:
  LocalKinds Kinds = LocalKinds::All;
  std::vector<ThreadRoots::Root> Found;

  using HeapVisitor::visit;
  void visit(const RootJavaFrame &R) { add(R, R.Frame); }
  void visit(const RootJniLocal &R) { add(R, R.Frame); }
  void visit(const RootJniMonitor &R) { add(R, R.Frame); }
  void visit(const RootNativeStack &R) { add(R, -1); }
  void visit(const RootThreadBlock &R) { add(R, -1); }

private:
  template <class R> void add(const R &Rec, int32_t Frame) {
    if (Kinds == LocalKinds::All || R::Kind == RecordKind::RootJniMonitor)
      Found.push_back(
          {Rec.ThreadSerial, R::Kind, Frame, Rec.Object, Rec.Offset});
  }
};

/// Takes these and the threads, and counts roots.
class RootVisitor : public HeapVisitor {
public:
  RootVisitor(LocalVisitor &Locals, DumpContext::Builder &Threads)
      : Locals(Locals), Threads(Threads) {}
  uint64_t Count = 0;

  template <class R> void visit(const R &Rec) {
    if constexpr (R::Group == RecordGroup::Root) {
      ++Count;
      if constexpr (R::Kind == RecordKind::RootThreadObject)
        Threads.visit(Rec);
      Locals.visit(Rec);
    }
  }

private:
  LocalVisitor &Locals;
  DumpContext::Builder &Threads;
};
} // namespace

Expected<ThreadRoots> ThreadRoots::read(HeapFile &File, unsigned Workers,
                                        const WalkOptions &Walk,
                                        const DumpContext &Context,
                                        LocalKinds Kinds) {
  std::vector<LocalVisitor> Visitors(Workers);
  for (LocalVisitor &V : Visitors)
    V.Kinds = Kinds;
  if (Error E = walkHeap(File, Visitors, Walk))
    return E;
  ThreadRoots Out;
  Out.Threads = Context.threads();
  for (const LocalVisitor &W : Visitors)
    Out.Roots.insert(Out.Roots.end(), W.Found.begin(), W.Found.end());
  return Out;
}

ThreadRoots ThreadRoots::at(ArrayRef<uint8_t> All, ArrayRef<RootRun> Runs,
                            unsigned IdSize, LocalKinds Kinds) {
  DumpContext Context;
  DumpContext::Builder Threads(Context, All);
  LocalVisitor Locals;
  Locals.Kinds = Kinds;
  for (; !Runs.empty(); Runs = Runs.drop_front()) {
    const RootRun &Run = Runs.front();
    const uint64_t End = Runs.size() > 1 ? Runs[1].Offset : All.size();
    RootVisitor V(Locals, Threads);
    for (uint64_t At = Run.Offset, Size; At < End && V.Count < Run.Count;
         At += Size)
      if (Size = visitAt(All, At, IdSize, V); !Size)
        break;
  }
  ThreadRoots Out;
  Out.Threads = Context.threads();
  Out.Roots = std::move(Locals.Found);
  return Out;
}

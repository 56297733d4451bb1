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
#include "llvm/ADT/STLExtras.h"
#include <mutex>
#include <utility>

using namespace hprof;
using namespace llvm;

namespace {
/// Class ids of java.lang.VirtualThread, from the records before the first
/// object. Shared by several workers.
class VirtualClasses {
public:
  explicit VirtualClasses(const DumpContext &Context) : Context(Context) {}
  ArrayRef<uint64_t> ids() {
    std::lock_guard<std::mutex> Lock(Mutex);
    if (!std::exchange(IsKnown, true))
      for (const ClassInfo &C : Context.classes())
        if (Context.className(C) == "java.lang.VirtualThread")
          Ids.push_back(C.Id);
    return Ids;
  }

private:
  const DumpContext &Context;
  std::mutex Mutex;
  bool IsKnown = false;
  std::vector<uint64_t> Ids;
};

/// Collects the roots that belong to threads, and counts virtual threads.
class LocalVisitor : public HeapVisitor {
public:
  LocalKinds Kinds = LocalKinds::All;
  VirtualClasses *Virtual = nullptr; ///< Set to count virtual threads.
  std::vector<ThreadRoots::Root> Found;
  uint64_t VirtualThreads = 0;

  using HeapVisitor::visit;
  void beginFrame(const Frame &) {
    if (Virtual && !std::exchange(IsBegun, true))
      Ids = Virtual->ids();
  }
  void visit(const InstanceDump &R) {
    VirtualThreads += is_contained(Ids, R.Class);
  }
  void visit(const RootJavaFrame &R) { add(R, R.Frame); }
  void visit(const RootJniLocal &R) { add(R, R.Frame); }
  void visit(const RootJniMonitor &R) { add(R, R.Frame); }
  void visit(const RootNativeStack &R) { add(R, -1); }
  void visit(const RootThreadBlock &R) { add(R, -1); }

private:
  bool IsBegun = false;
  ArrayRef<uint64_t> Ids;

  template <class R> void add(const R &Rec, int32_t Frame) {
    if (Kinds == LocalKinds::All || R::Kind == RecordKind::RootJniMonitor)
      Found.push_back(
          {Rec.ThreadSerial, R::Kind, Frame, Rec.Object, Rec.Offset});
  }
};

/// Collects the roots of threads and the threads, and counts all roots.
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
  VirtualClasses Virtual(Context);
  for (LocalVisitor &V : Visitors) {
    V.Kinds = Kinds;
    V.Virtual = &Virtual;
  }
  if (Error E = walkHeap(File, Visitors, Walk))
    return E;
  ThreadRoots Out;
  Out.Threads = Context.threads();
  for (const LocalVisitor &W : Visitors) {
    Out.Roots.insert(Out.Roots.end(), W.Found.begin(), W.Found.end());
    Out.VirtualThreads += W.VirtualThreads;
  }
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

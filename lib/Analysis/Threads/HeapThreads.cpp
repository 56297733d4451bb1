//===- HeapThreads.cpp - The thread dump in a heap dump -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Threads/HeapThreads.h"
#include "PossibleCycles.h"
#include "StackTranslator.h"
#include "hprof/Analysis/Contents/HeapContents.h"
#include "hprof/Analysis/Contents/NodeFinder.h"
#include "hprof/Analysis/Heap/HeapFile.h"
#include "hprof/Analysis/Heap/HeapWalk.h"
#include "hprof/Analysis/Heap/JavaThreads.h"
#include "hprof/Analysis/Heap/ObjectSearch.h"
#include "hprof/Analysis/Heap/ObjectView.h"
#include "hprof/Format/Base/ClassName.h"
#include "hprof/Format/Base/IdKey.h"
#include "hprof/Format/Base/ModifiedUtf8.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Format/Thread/FrameText.h"
#include "llvm/ADT/STLExtras.h"
#include <unordered_map>

using namespace hprof;
using namespace llvm;

namespace {
/// Converts the threads in a heap dump to a thread dump.
class Translator {
public:
  Translator(HeapThreads &Out, const DumpContext &Context)
      : Out(Out), Context(Context), Stacks(Context, Out.Dump.Stacks) {}

  void addThreads(ArrayRef<JavaThread> Threads, const ObjectFinder &Finder);
  /// Must be called after Blockers have been fetched.
  Error addBlockers(ObjectFinder &Finder);

private:
  void addThread(const JavaThread &J, const ObjectFinder &Finder);
  void addLocals(const JavaThread &J, const ObjectFinder &Finder,
                 ThreadDump::Thread &T);

  StringRef keep(StringRef Class);
  StringRef nameOf(const ObjectType &Type);

  HeapThreads &Out;
  const DumpContext &Context;
  StackTranslator Stacks;
  /// By thread: the object that the thread is parked on, or 0.
  std::vector<uint64_t> Blockers;
  std::optional<ObjectType> Named; ///< The type whose name is in LastName.
  StringRef LastName;
};
} // namespace

StringRef Translator::keep(StringRef Class) {
  return Out.Of.ClassNames.insert(modifiedUtf8ToUtf8(Class)).first->getKey();
}

/// Returns the class name of an object of \p Type.
StringRef Translator::nameOf(const ObjectType &Type) {
  // Consecutive locals often have the same type.
  if (Named && *Named == Type)
    return LastName;
  Named = Type;
  return LastName = keep(className(Context, Type));
}

void Translator::addLocals(const JavaThread &J, const ObjectFinder &Finder,
                           ThreadDump::Thread &T) {
  std::vector<HeapThreads::Local> &Locals = Out.Of.Threads.back().Locals;
  Locals.reserve(J.Locals.size());
  for (const JavaThread::Local &L : J.Locals) {
    HeapThreads::Local Made;
    Made.Object = L.Object;
    Made.Root = L.Root;
    Made.Frame = L.Frame;
    if (const ObjectType *Type = Finder.type(L.Object))
      Made.ClassName = nameOf(*Type);
    else if (const ClassInfo *C = Context.findClass(L.Object)) {
      Made.ClassName = keep(Context.className(*C));
      Made.IsClass = true;
    }
    if (L.Root == RecordKind::RootJniMonitor) {
      ThreadDump::HeldLock Lock;
      Lock.Depth = uint32_t(std::max(L.Frame, 0));
      Lock.Object.Address = L.Object;
      Lock.Object.ClassName =
          Made.IsClass ? "java.lang.Class" : Made.ClassName.str();
      if (Made.IsClass)
        Lock.Object.OfClass = Made.ClassName.str();
      T.Locks.push_back(std::move(Lock));
    }
    Locals.push_back(Made);
  }
}

void Translator::addThread(const JavaThread &J, const ObjectFinder &Finder) {
  ThreadDump::Thread &T = Out.Dump.Threads.emplace_back();
  T.Object = J.Info.Object;
  if (J.Name)
    T.Name = modifiedUtf8ToUtf8(*J.Name);
  T.IsVirtual = J.IsVirtual;
  T.IsDaemon = J.IsDaemon;
  T.Priority = J.Priority;
  if (J.Group)
    T.Group = modifiedUtf8ToUtf8(*J.Group);
  if (J.Info.Ended)
    T.State = ThreadState::Terminated;
  else if (J.State)
    T.State = parseThreadState(J.State);
  T.Stack = Stacks.stack(J.Info.TraceSerial);
  uint64_t Blocker = 0;
  if (const FoundObject *O = Finder.get(J.Info.Object)) {
    const ObjectView View(Context, *O);
    if (std::optional<Value> Id = View.field("tid"); Id && Id->Bits)
      T.Id = Id->Bits;
    Blocker = View.reference("parkBlocker");
  }
  Blockers.push_back(Blocker);
  HeapThreads::Facts &Of = Out.Of.Threads.emplace_back();
  Of.Serial = J.Info.Serial;
  Of.TraceSerial = J.Info.TraceSerial;
  Of.HasTrace = Context.findTrace(Of.TraceSerial).has_value();
  if (J.Class)
    Of.ClassName = modifiedUtf8ToUtf8(Context.className(J.Class));
  addLocals(J, Finder, T);
}

void Translator::addThreads(ArrayRef<JavaThread> Threads,
                            const ObjectFinder &Finder) {
  for (const JavaThread &J : Threads)
    addThread(J, Finder);
}

/// Returns the thread that holds \p Lock: its owner or a reader. If there are
/// several readers, each can block a writer, but a heap dump contains only the
/// first one.
static uint64_t holderOf(const ObjectView &Lock) {
  const uint64_t Owner = Lock.reference("exclusiveOwnerThread");
  return Owner ? Owner : Lock.reference("firstReader");
}

/// Adds, for each parked thread, the lock and the owner of the lock, which can
/// be any thread in the heap, even one without a root.
Error Translator::addBlockers(ObjectFinder &Finder) {
  if (Error E = Finder.fetch(Blockers))
    return E;
  std::vector<uint64_t> Owners(Blockers.size()), Names;
  for (const auto &[I, Id] : enumerate(Blockers))
    if (const FoundObject *O = Id ? Finder.get(Id) : nullptr)
      Owners[I] = holderOf(ObjectView(Context, *O));
  if (Error E = Finder.fetch(Owners))
    return E;
  for (uint64_t Owner : Owners)
    if (const FoundObject *O = Owner ? Finder.get(Owner) : nullptr)
      Names.push_back(ObjectView(Context, *O).reference("name"));
  if (Error E = fetchStrings(Finder, Names))
    return E;
  for (const auto &[I, Id] : enumerate(Blockers)) {
    const FoundObject *O = Id ? Finder.get(Id) : nullptr;
    if (!O)
      continue;
    ThreadDump::Wait W;
    W.Kind = ThreadDump::WaitKind::Parked;
    W.Object.Address = Id;
    W.Object.ClassName =
        modifiedUtf8ToUtf8(ObjectView(Context, *O).className());
    if (const FoundObject *By = Owners[I] ? Finder.get(Owners[I]) : nullptr) {
      ThreadDump::ThreadRef R;
      R.Object = Owners[I];
      const ObjectView View(Context, *By);
      if (std::optional<Value> Tid = View.field("tid"); Tid && Tid->Bits)
        R.Id = Tid->Bits;
      if (std::optional<JavaString> Name =
              javaString(Finder, View.reference("name")))
        R.Name = modifiedUtf8ToUtf8(Name->Text);
      W.Owner = std::move(R);
    }
    Out.Dump.Threads[I].WaitsFor = std::move(W);
  }
  return Error::success();
}

void HeapThreads::AllFacts::countVirtual(uint64_t All) {
  const uint64_t Listed = count_if(Threads, [](const Facts &Of) {
    return Of.ClassName == "java.lang.VirtualThread";
  });
  VirtualNotListed = All - std::min(All, Listed);
}

/// Returns the objects in the frames of the threads in \p Of.
static std::vector<FrameObject> frameObjects(const ThreadRoots &Of) {
  std::unordered_map<uint32_t, uint32_t, IdHash> BySerial;
  for (const auto &[I, T] : enumerate(Of.Threads))
    BySerial[T.Serial] = uint32_t(I);
  std::vector<FrameObject> Objects;
  for (const ThreadRoots::Root &R : Of.Roots)
    if (auto It = BySerial.find(R.ThreadSerial);
        It != BySerial.end() && R.Frame >= 0 && R.Object)
      Objects.push_back({It->second, uint32_t(R.Frame), R.Object});
  stable_sort(Objects, [](const FrameObject &A, const FrameObject &B) {
    return std::pair(A.Thread, A.Frame) < std::pair(B.Thread, B.Frame);
  });
  return Objects;
}

/// Converts the threads of \p Of, whose objects are found by \p Finder. If \p
/// Locals is false, only monitors are looked up.
static Expected<HeapThreads> translate(ObjectFinder &Finder, ThreadRoots Of,
                                       bool Locals) {
  HeapThreads Out;
  const std::vector<FrameObject> Objects = frameObjects(Of);
  if (!Locals)
    erase_if(Of.Roots, [](const ThreadRoots::Root &R) {
      return R.Kind != RecordKind::RootJniMonitor;
    });
  Expected<std::vector<JavaThread>> Threads = readThreads(Finder, Of);
  if (!Threads)
    return Threads.takeError();
  const DumpContext &Context = Finder.context();
  const FileHeader &Header = Context.header();
  if (const uint64_t Millis = Header.writtenMillis()) {
    Out.Dump.Millis = Millis;
    Out.Dump.Time = instantText(Millis);
  }
  Out.Dump.PointerSize = uint8_t(Header.vmIdSize());
  Translator Translate(Out, Context);
  Translate.addThreads(*Threads, Finder);
  if (Error E = Translate.addBlockers(Finder))
    return E;
  Out.Dump.findMonitors();
  Out.Of.RecordsLocals = !Objects.empty();
  Out.Of.countVirtual(Of.VirtualThreads);
  Out.Of.MayDeadlock = findPossibleCycles(Out.Dump, Objects);
  return Out;
}

Expected<HeapThreads>
hprof::readHeapThreads(HeapFile &File, const HeapThreadsOptions &Options) {
  DumpContext Context;
  DumpContext::Builder Build(Context, File.source().contents());
  WalkOptions Walk;
  Walk.Dump = Options.Dump;
  Walk.Context = &Build;
  Walk.OnDamage = Options.OnDamage;
  Expected<ThreadRoots> Of = ThreadRoots::read(
      File, std::max(Options.Threads, 1U), Walk, Context, LocalKinds::All);
  if (!Of)
    return Of.takeError();
  ObjectSearch Finder(File, Context, Options.Threads, {}, Options.Dump);
  return translate(Finder, std::move(*Of), Options.Locals);
}

Expected<HeapThreads> hprof::readHeapThreads(ObjectSearch &Finder,
                                             bool Locals) {
  Expected<ThreadRoots> Of =
      ThreadRoots::read(Finder.file(), Finder.workers(), Finder.walkOptions(),
                        Finder.context(), LocalKinds::All);
  if (!Of)
    return Of.takeError();
  return translate(Finder, std::move(*Of), Locals);
}

Expected<std::optional<HeapThreads>>
hprof::readHeapThreads(const HeapContents &Contents, bool Locals) {
  if (any_of(Contents.context().threads(), [](const ThreadInfo &T) {
        return !T.IsRoot || T.NameId || T.Ended;
      }))
    return std::nullopt;
  const HeapGraph &G = Contents.graph();
  NodeFinder Finder(Contents);
  const std::optional<ArrayRef<uint8_t>> All =
      Contents.file().source().contents();
  return translate(Finder,
                   ThreadRoots::at(All.value_or(ArrayRef<uint8_t>()),
                                   G.places().roots(), G.header().IdSize,
                                   LocalKinds::All),
                   Locals);
}

uint64_t hprof::addOwners(ThreadDump &Dump, const ThreadDump &Heap) {
  std::unordered_map<uint64_t, const ThreadDump::Thread *, IdHash> ById;
  for (const ThreadDump::Thread &T : Heap.Threads)
    if (T.Id)
      ById.try_emplace(*T.Id, &T);
  uint64_t Found = 0;
  for (ThreadDump::Thread &T : Dump.Threads) {
    if (!T.Id || !T.WaitsFor || T.WaitsFor->Owner ||
        T.WaitsFor->Kind != ThreadDump::WaitKind::Parked)
      continue;
    auto It = ById.find(*T.Id);
    if (It == ById.end() || It->second->Name != T.Name)
      continue;
    const Boxed<ThreadDump::Wait> &InHeap = It->second->WaitsFor;
    if (!InHeap || InHeap->Object.ClassName != T.WaitsFor->Object.ClassName)
      continue;
    const std::optional<ThreadDump::ThreadRef> &By = InHeap->Owner;
    if (!By)
      continue;
    T.WaitsFor->Owner = ThreadDump::ThreadRef::byId(By->Id, By->Name);
    ++Found;
  }
  if (Found) {
    Dump.Monitors.clear();
    Dump.findMonitors();
  }
  return Found;
}

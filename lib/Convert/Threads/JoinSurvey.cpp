//===- JoinSurvey.cpp - Finds a thread dump's objects ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JoinSurvey.h"
#include "hprof/Format/Base/ClassName.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

JoinSurvey::JoinSurvey(const ThreadDump &Threads, const DumpContext &Names)
    : Threads(Threads), Names(Names) {
  for (const ThreadDump::Thread &T : Threads.Threads) {
    want(T.Object);
    if (T.WaitsFor)
      want(T.WaitsFor->Object.Address);
    for (const ThreadDump::HeldLock &L : T.Locks)
      want(L.Object.Address);
  }
  for (const ThreadDump::Monitor &M : Threads.Monitors)
    want(M.Object.Address);
  for (const ThreadDump::Loader &L : Threads.Loaders)
    want(L.Address);
  // A thread dump that contains the object of any thread contains those of all.
  Guesses = none_of(Threads.Threads,
                    [](const ThreadDump::Thread &T) { return T.Object; });
}

void JoinSurvey::want(uint64_t Address) {
  if (Address)
    Wanted.try_emplace(Address, false);
}

void JoinSurvey::see(uint64_t Address) {
  auto It = Wanted.find(Address);
  if (It != Wanted.end())
    It->second = true;
}

bool JoinSurvey::has(uint64_t Address) const {
  auto It = Wanted.find(Address);
  return It != Wanted.end() && It->second;
}

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

void JoinSurvey::record(const Utf8 &R) { First.see(R); }

void JoinSurvey::record(const LoadClass &R) { First.see(R); }

void JoinSurvey::record(const StackFrame &R) { First.see(R); }

void JoinSurvey::record(const StackTrace &R) { First.see(R); }

void JoinSurvey::record(const StartThread &R) { First.see(R); }

void JoinSurvey::record(const ReferenceObject &R) {
  see(R.Object);
  if (!Guesses)
    return;
  Instances &I = R.Class ? ByClass[R.Class] : ByName[R.ClassName];
  ++I.Count;
  I.Last = R.Object;
}

void JoinSurvey::record(const ReferenceClass &R) { see(R.Class); }

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

ThreadRecords::KnownClass JoinSurvey::findClass(StringRef JavaName) const {
  const ClassInfo *C = Classes.lookup(JavaName);
  if (!C)
    return {};
  return {C->Id, C->Serial};
}

bool JoinSurvey::isThreadClass(const ClassInfo &C) const {
  constexpr unsigned MaxDepth = 512; // A longer chain is a cycle.
  const ClassInfo *Thread = Classes.lookup("java.lang.Thread");
  const ClassInfo *P = &C;
  for (unsigned I = 0; Thread && P && I != MaxDepth; ++I) {
    if (P == Thread)
      return true;
    P = P->Super ? Names.findClass(P->Super) : nullptr;
  }
  return false;
}

void JoinSurvey::findThreadClasses() {
  ThreadNames.insert("java.lang.Thread"); // Classic dumps have no superclasses.
  for (const ClassInfo &C : Names.classes())
    if (isThreadClass(C)) {
      ThreadClasses.insert(&C);
      ThreadNames.insert(Names.className(C));
    }
}

/// Finds threads' objects by the classes of their outermost frames.
void JoinSurvey::matchThreads() {
  StringMap<SmallVector<size_t, 1>> Runs;
  for (const auto &[I, T] : enumerate(Threads.Threads)) {
    if (!T.Stack || T.IsCut)
      continue;
    const ThreadFrame &Outermost =
        Threads.Stacks.frame(Threads.frames(T).back());
    if (Outermost.Method == "run" && Outermost.ClassName != "java.lang.Thread")
      Runs[Outermost.ClassName].push_back(I);
  }
  for (const auto &Run : Runs) {
    const ClassInfo *C = Classes.lookup(Run.getKey());
    if (!C || !ThreadClasses.contains(C) || Run.getValue().size() != 1)
      continue;
    auto It = ByClass.find(C->Id);
    if (It == ByClass.end() || It->second.Count != 1)
      continue;
    Objects[Run.getValue().front()] = It->second.Last;
    Matched.try_emplace(It->second.Last, true);
  }
}

Error JoinSurvey::finish() {
  for (const ClassInfo &C : Names.classes())
    if (C.IsLoaded)
      Classes.try_emplace(Names.className(C), &C);
  for (const ThreadDump::Thread &T : Threads.Threads)
    Objects.push_back(has(T.Object) ? T.Object : 0);
  if (Guesses) {
    findThreadClasses();
    matchThreads();
  }
  return Error::success();
}

bool JoinSurvey::isUnknownThread(const ReferenceObject &R) const {
  if (!Guesses || Matched.count(R.Object))
    return false;
  if (R.Class) {
    const ClassInfo *C = Names.findClass(R.Class);
    return C && ThreadClasses.contains(C);
  }
  std::optional<StringRef> Name = Names.string(R.ClassName);
  return Name && ThreadNames.contains(javaClassName(*Name));
}

//===- NameThreads.cpp - Adds a thread dump to a heap dump ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NameThreads.h"
#include "SameProcess.h"
#include "ThreadObjects.h"
#include "hprof/Convert/Pipeline/LossAccount.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Format/Base/IdKey.h"
#include "hprof/Format/Base/ModifiedUtf8.h"
#include "hprof/Format/Kit/Forward.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

using namespace hprof;
using namespace llvm;

namespace {
/// Finds the object of a thread.
class ThreadMatch {
public:
  explicit ThreadMatch(ArrayRef<ThreadObject> Objects);
  /// Returns null if there is no match or several.
  const ThreadObject *find(const ThreadDump::Thread &T) const;

private:
  struct Named {
    const ThreadObject *First = nullptr;
    bool IsUnique = true;
  };
  DenseMap<IdKey, const ThreadObject *> ById;
  StringMap<Named> ByName;
};

class NameThreads final : public Forward {
public:
  NameThreads(RecordVisitor &Next, LossAccount &Account, const ThreadDump &Dump,
              const ThreadObjects &Objects, bool AnyProcess)
      : Forward(Next), Account(Account), Dump(Dump), Objects(Objects),
        AnyProcess(AnyProcess) {}
  ~NameThreads() override { consumeError(std::move(Failure)); }

  using Forward::visit;
  void visit(const FileHeader &H) override;
  bool wantsMore() const override { return !HasFailed && Forward::wantsMore(); }
  Error finish() override {
    return HasFailed ? std::move(Failure) : Forward::finish();
  }
  RecordKindSet runKinds() const override { return Next.runKinds(); }

private:
  Error addThreads(unsigned IdSize);
  void addThread(ThreadRecords &To, size_t Index, const ThreadObject &Found);
  bool hasStackOf(const TraceInfo &Own, const ThreadDump::Thread &T) const;

  LossAccount &Account;
  const ThreadDump &Dump;
  const ThreadObjects &Objects;
  const bool AnyProcess;
  /// Information in the heap dump about the threads with these objects.
  DenseMap<IdKey, const ThreadInfo *> Known;
  bool IsDone = false, HasFailed = false;
  Error Failure = Error::success();
};

class NameThreadsStage final : public Stage {
public:
  NameThreadsStage(const ThreadDump &Dump, bool AnyProcess)
      : Dump(Dump), AnyProcess(AnyProcess) {}
  std::optional<Lowering> lowers() const override {
    return Lowering::NameThreads;
  }
  NamesUsed uses() const override { return NamesUsed::All; }
  Error look(Upstream &Stream) override { return Objects.find(Stream); }
  std::unique_ptr<RecordVisitor> makePass(RecordVisitor &Next,
                                          LossAccount &Account) override {
    return std::make_unique<NameThreads>(Next, Account, Dump, Objects,
                                         AnyProcess);
  }

private:
  const ThreadDump &Dump;
  const bool AnyProcess;
  ThreadObjects Objects;
};
} // namespace

std::unique_ptr<Stage> hprof::makeNameThreads(const ThreadDump &Dump,
                                              bool AnyProcess) {
  return std::make_unique<NameThreadsStage>(Dump, AnyProcess);
}

//===----------------------------------------------------------------------===//
// Objects of threads
//===----------------------------------------------------------------------===//

ThreadMatch::ThreadMatch(ArrayRef<ThreadObject> Objects) {
  for (const ThreadObject &T : Objects) {
    if (T.Id)
      ById.try_emplace(T.Id, &T);
    if (!T.Name)
      continue;
    Named &N = ByName[*T.Name];
    N.IsUnique = !N.First;
    N.First = &T;
  }
}

const ThreadObject *ThreadMatch::find(const ThreadDump::Thread &T) const {
  const std::string Name = utf8ToModifiedUtf8(T.Name);
  if (!T.Id) {
    const Named N = ByName.lookup(Name);
    return N.IsUnique ? N.First : nullptr;
  }
  const ThreadObject *Found = ById.lookup(*T.Id);
  return Found && Found->Name.value_or(Name) == Name ? Found : nullptr;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

void NameThreads::visit(const FileHeader &H) {
  FileHeader Out = H;
  if (!Out.Millis)
    Out.Millis = Dump.Millis.value_or(0);
  Next.visit(Out);
  if (std::exchange(IsDone, true))
    return;
  Failure = addThreads(H.IdSize);
  HasFailed = bool(Failure);
}

Error NameThreads::addThreads(unsigned IdSize) {
  const DumpContext &Context = Objects.context();
  for (const ThreadInfo &T : Context.threads())
    if (T.Object)
      Known.try_emplace(T.Object, &T);
  StringMap<ThreadRecords::KnownClass> Classes;
  for (const ClassInfo &C : Context.classes())
    if (C.IsLoaded)
      Classes.try_emplace(Context.className(C),
                          ThreadRecords::KnownClass{C.Id, C.Serial});
  ThreadRecords To(Next, Dump, Objects.firstNumbers(), IdSize,
                   [&](StringRef Name) { return Classes.lookup(Name); });
  const ThreadMatch Match(Objects.all());
  uint64_t NumJava = 0, NumFound = 0;
  for (size_t I = 0; I != Dump.Threads.size(); ++I) {
    if (!Dump.Threads[I].isJava())
      continue;
    ++NumJava;
    if (const ThreadObject *Found = Match.find(Dump.Threads[I])) {
      ++NumFound;
      addThread(To, I, *Found);
    }
  }
  if (std::optional<std::string> Why = otherProcess(Dump, Objects.all())) {
    if (!AnyProcess)
      return otherProcessError(*Why);
    if (NumFound)
      Account.remark("the thread dump is from another process: " + *Why);
  }
  if (!NumJava)
    return createStringError(
        "the thread dump to be added contains no Java threads");
  if (!NumFound)
    return createStringError(
        "no thread in common with the thread dump of " +
        counted(NumJava, "thread") +
        ", by id and name: are the dumps from the same VM?" +
        (AnyProcess ? " (--force-threads has no effect here)" : ""));
  Account.add(Loss::AbsentThreads, NumJava - NumFound);
  countUnsaid(Dump, Account);
  Account.add(Loss::ThreadStates, NumFound);
  return Error::success();
}

/// Whether \p Own has the frames of \p T, by method names.
bool NameThreads::hasStackOf(const TraceInfo &Own,
                             const ThreadDump::Thread &T) const {
  const ArrayRef<uint32_t> Frames = Dump.frames(T);
  if (Frames.size() != Own.Frames.size())
    return false;
  for (size_t I = 0; I != Frames.size(); ++I) {
    std::optional<StackFrame> F = Objects.context().findFrame(Own.Frames[I]);
    if (!F || Objects.context().string(F->Method).value_or("") !=
                  Dump.Stacks.frame(Frames[I]).Method)
      return false;
  }
  return true;
}

void NameThreads::addThread(ThreadRecords &To, size_t Index,
                            const ThreadObject &Found) {
  const ThreadDump::Thread &T = Dump.Threads[Index];
  ThreadRecords::Place At = To.placeOf(Index);
  At.Object = Found.Object;
  if (const ThreadInfo *Own = Known.lookup(Found.Object)) {
    if (Own->NameId)
      return;
    At.Thread = Own->Serial;
    std::optional<TraceInfo> Stack =
        Objects.context().findTrace(Own->TraceSerial);
    if (Stack && !Stack->Frames.empty()) {
      At.Trace = Own->TraceSerial;
      At.HasTrace = true;
      Account.add(Loss::OtherStacks, !hasStackOf(*Stack, T));
    }
  }
  To.sendThread(Index, At);
}

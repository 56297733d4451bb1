//===- JoinThreads.cpp - Adds threads to IBM heap dumps -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Convert/Threads/JoinThreads.h"
#include "JoinSurvey.h"
#include "hprof/Convert/Pipeline/LossAccount.h"
#include "hprof/Format/Base/ClassName.h"
#include "hprof/Format/Base/IdKey.h"
#include "hprof/Format/Kit/Forward.h"
#include "hprof/Format/Records/RecordCodec.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

namespace {
/// Maps classes to loaders.
class LoaderTable {
public:
  LoaderTable(const ThreadDump &Dump, const JoinSurvey &Heap);

  /// Returns the loader's id for HPROF; nullopt if it is ambiguous.
  std::optional<uint64_t> loaderOf(StringRef JavaName,
                                   const ReferenceClass &R) const;

private:
  using Loader = const ThreadDump::Loader *;
  StringMap<SmallVector<Loader, 1>> ByClass;
  std::unordered_map<uint64_t, Loader, IdHash> ByAddress;
  const JoinSurvey &Heap;
};

class JoinThreads final : public Forward {
public:
  JoinThreads(RecordVisitor &Next, LossAccount &Account, const ThreadDump &Dump,
              const JoinSurvey &Heap, const LoaderTable &Loaders,
              bool HasMonitorDumps)
      : Forward(Next), Account(Account), Dump(Dump), Heap(Heap),
        Loaders(Loaders), HasMonitorDumps(HasMonitorDumps) {}

  using Forward::visit;
  void visit(const FileHeader &H) override;
#define HPROF_SUBRECORD_BEGIN(NAME, TAG, TEXT, CARRIERS, GROUP)                \
  void visit(const NAME &R) override { record(R); }
#include "hprof/Format/Records/Records.def"
#define HPROF_FOREIGN_BEGIN(NAME, TEXT, CARRIERS, GROUP)                       \
  void visit(const NAME &R) override { record(R); }
#include "hprof/Format/Records/Records.def"

private:
  template <class R> void record(const R &Rec) {
    if (Rec.Group != RecordGroup::Top)
      sendRoots();
    Next.visit(Rec);
  }
  void record(const ReferenceObject &R);
  void record(const ReferenceClass &R);
  void sendMonitors(ThreadRecords &To);
  void sendRoots();
  void threadRoots(const ThreadRecords &Sent, size_t Index);

  LossAccount &Account;
  const ThreadDump &Dump;
  const JoinSurvey &Heap;
  const LoaderTable &Loaders;
  const bool HasMonitorDumps;
  std::optional<ThreadRecords> Records; ///< Set by the file header.
  uint32_t NextThread = 0;
  bool HasRoots = false;
};

class JoinStage final : public Stage {
public:
  JoinStage(const ThreadDump &Dump, bool HasMonitorDumps)
      : Dump(Dump), HasMonitorDumps(HasMonitorDumps) {}

  std::optional<Lowering> lowers() const override {
    return Lowering::JoinThreads;
  }

  NamesUsed uses() const override { return NamesUsed::Classes; }
  RecordVisitor *firstWalk(const DumpContext &Names) override {
    Heap = std::make_unique<JoinSurvey>(Dump, Names);
    return Heap.get();
  }
  std::unique_ptr<RecordVisitor> makePass(RecordVisitor &Next,
                                          LossAccount &Account) override {
    if (!Loaders)
      Loaders = std::make_unique<LoaderTable>(Dump, *Heap);
    return std::make_unique<JoinThreads>(Next, Account, Dump, *Heap, *Loaders,
                                         HasMonitorDumps);
  }

private:
  const ThreadDump &Dump;
  const bool HasMonitorDumps;
  std::unique_ptr<JoinSurvey> Heap;
  std::unique_ptr<LoaderTable> Loaders;
};
} // namespace

std::unique_ptr<Stage> hprof::makeJoinThreads(const ThreadDump &Dump,
                                              bool HasMonitorDumps) {
  return std::make_unique<JoinStage>(Dump, HasMonitorDumps);
}

//===----------------------------------------------------------------------===//
// Class loaders
//===----------------------------------------------------------------------===//

LoaderTable::LoaderTable(const ThreadDump &Dump, const JoinSurvey &Heap)
    : Heap(Heap) {
  for (const ThreadDump::Loader &L : Dump.Loaders) {
    if (L.Address)
      ByAddress.try_emplace(L.Address, &L);
    for (const ThreadDump::LoadedClass &C : L.Classes) {
      SmallVector<Loader, 1> &Of = ByClass[C.Name];
      if (!is_contained(Of, &L))
        Of.push_back(&L);
    }
  }
}

std::optional<uint64_t> LoaderTable::loaderOf(StringRef JavaName,
                                              const ReferenceClass &R) const {
  ArrayRef<Loader> Lists;
  auto It = ByClass.find(JavaName);
  if (It != ByClass.end())
    Lists = It->second;
  Loader Found = Lists.size() == 1 ? Lists.front() : nullptr;
  if (!Found) {
    // In OpenJ9's dumps, the first reference of a class is its loader.
    uint64_t First = 0;
    forEach(R.References, [&](const NamedReference &F) {
      if (!First)
        First = F.Object;
    });
    auto Loaded = ByAddress.find(First);
    if (Loaded != ByAddress.end() &&
        (Lists.empty() || is_contained(Lists, Loaded->second)))
      Found = Loaded->second;
  }
  if (!Found)
    return std::nullopt;
  if (Found->IsBootstrap)
    return 0;
  if (!Heap.has(Found->Address))
    return std::nullopt;
  return Found->Address;
}

void JoinThreads::record(const ReferenceClass &R) {
  sendRoots();
  ReferenceClass Out = R;
  std::string Name = javaClassName(Heap.string(R.Name).value_or(""));
  std::optional<uint64_t> Loader = Loaders.loaderOf(Name, R);
  if (Loader)
    Out.Loader = *Loader;
  else if (!R.Loader)
    Account.add(Loss::UnknownLoaders);
  Next.visit(static_cast<const ReferenceClass &>(Out));
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

void JoinThreads::visit(const FileHeader &H) {
  FileHeader Out = H;
  if (!Out.Millis)
    Out.Millis = Dump.Millis.value_or(0);
  Next.visit(Out);
  if (Records)
    return;
  Records.emplace(Next, Dump, Heap.firstNumbers(), H.IdSize,
                  [this](StringRef Name) { return Heap.findClass(Name); });
  Records->sendThreads([this](size_t I) { return Heap.objectOf(I); });
  sendMonitors(*Records);
  NextThread = Records->nextThread();
}

void JoinThreads::sendMonitors(ThreadRecords &To) {
  countUnsaid(Dump, Account);
  auto Monitors =
      uint64_t(count_if(Dump.Monitors, [](const ThreadDump::Monitor &M) {
        return !M.isSystem();
      }));
  if (HasMonitorDumps && Monitors)
    return To.sendMonitors();
  // The objects of the monitors still become roots.
  Account.add(Loss::MonitorUsers, Monitors);
  Account.add(Loss::ThreadStates,
              uint64_t(count_if(Dump.Threads, [](const ThreadDump::Thread &T) {
                return T.isJava();
              })));
}

void JoinThreads::threadRoots(const ThreadRecords &Sent, size_t Index) {
  const ThreadDump::Thread &T = Dump.Threads[Index];
  const uint32_t Serial = Sent.threadSerial(Index);
  if (uint64_t Object = Heap.objectOf(Index)) {
    RootThreadObject R;
    R.Object = Object;
    R.ThreadSerial = Serial;
    R.TraceSerial = Sent.traceSerial(Index);
    Next.visit(R);
  }
  for (const ThreadDump::HeldLock &L : T.Locks)
    if (Heap.has(L.Object.Address)) {
      RootJavaFrame R;
      R.Object = L.Object.Address;
      R.ThreadSerial = Serial;
      R.Frame = int32_t(L.Depth);
      Next.visit(R);
    }
  if (T.WaitsFor && Heap.has(T.WaitsFor->Object.Address)) {
    RootThreadBlock R;
    R.Object = T.WaitsFor->Object.Address;
    R.ThreadSerial = Serial;
    Next.visit(R);
  }
}

/// Called before the first record of the heap.
void JoinThreads::sendRoots() {
  if (HasRoots || !Records)
    return;
  HasRoots = true;
  for (size_t I = 0; I != Dump.Threads.size(); ++I)
    threadRoots(*Records, I);
  DenseSet<IdKey> Used;
  auto Use = [&](uint64_t Address) {
    if (!Heap.has(Address) || !Used.insert(Address).second)
      return;
    RootMonitorUsed R;
    R.Object = Address;
    Next.visit(R);
  };
  for (const ThreadDump::Monitor &M : Dump.Monitors)
    Use(M.Object.Address);
  for (const ThreadDump::Thread &T : Dump.Threads)
    for (const ThreadDump::HeldLock &L : T.Locks)
      Use(L.Object.Address);
}

void JoinThreads::record(const ReferenceObject &R) {
  sendRoots();
  Next.visit(R);
  if (!Records || !Heap.isUnknownThread(R))
    return;
  RootThreadObject Root;
  Root.Object = R.Object;
  Root.ThreadSerial = NextThread++;
  Root.TraceSerial = Records->emptyTrace();
  Next.visit(Root);
  Account.add(Loss::GuessedThreads);
}

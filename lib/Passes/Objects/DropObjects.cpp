//===- DropObjects.cpp - Drops objects by class ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DropObjects.h"
#include "Passes/Changes/Change.h"
#include "SpoolHeap.h"
#include "hprof/Analysis/Dominators/RootReach.h"
#include "hprof/Format/Base/ClassName.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Format/Kit/Forward.h"
#include "hprof/Format/Kit/IdSet.h"
#include "hprof/Format/Records/RecordCodec.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

namespace {
/// Finds the classes of class loaders.
class LoaderSurvey final : public RecordVisitor {
public:
  explicit LoaderSurvey(const DumpContext &Names) {
    for (const ClassInfo &C : Names.classes())
      ClassOf.try_emplace(C.Loader, 0);
  }
  using RecordVisitor::visit;
  void visit(const InstanceDump &R) override {
    if (auto It = ClassOf.find(R.Object); It != ClassOf.end())
      It->second = R.Class;
  }
  DenseMap<IdKey, uint64_t> takeClasses() { return std::move(ClassOf); }

private:
  DenseMap<IdKey, uint64_t> ClassOf; ///< Class of each loader.
};

/// Selects objects by their class.
class ClassChoice {
public:
  ClassChoice(const DropOptions &By, const DumpContext &Names)
      : By(By), Names(Names) {}
  void setLoaders(DenseMap<IdKey, uint64_t> Classes) {
    LoaderClasses = std::move(Classes);
  }

  bool isDropped(const InstanceDump &R) { return isDropped(R.Class); }
  bool isDropped(const ObjectArrayDump &R) { return isDropped(R.Class); }
  bool isDropped(const PrimitiveArrayDump &R) { return ofType(R.ElementType); }
  bool isDropped(const PrimitiveArrayNoData &R) {
    return ofType(R.ElementType);
  }

  /// Returns the patterns that no object's class has matched.
  std::vector<std::string> unmatched() const {
    std::vector<std::string> Texts;
    for (const auto *List : {&By.Drop, &By.Keep, &By.Loaders})
      for (const ClassPattern &P : *List)
        if (!Matched.count(&P))
          Texts.push_back(P.text().str());
    return Texts;
  }

private:
  bool isDropped(uint64_t Class) {
    auto [It, IsNew] = Known.try_emplace(Class, false);
    if (IsNew)
      It->second = isDropped(Names.className(Class), Class);
    return It->second;
  }
  bool ofType(BasicType T) {
    return isDropped((basicTypeName(T) + "[]").str(), 0);
  }
  bool isDropped(StringRef Name, uint64_t Class) {
    const bool IsKept = matches(By.Keep, Name, Class);
    const bool IsDropped = matches(By.Drop, Name, Class);
    const bool IsOfOther = !By.Loaders.empty() && isOfOtherLoader(Class);
    return (!By.Keep.empty() && !IsKept) || IsDropped || IsOfOther;
  }
  /// Records all patterns that match.
  bool matches(ArrayRef<ClassPattern> List, StringRef Name, uint64_t Id) {
    bool IsAny = false;
    for (const ClassPattern &P : List)
      if (P.matches(Name, Id)) {
        Matched.insert(&P);
        IsAny = true;
      }
    return IsAny;
  }
  /// \p Class is 0 for primitive arrays.
  bool isOfOtherLoader(uint64_t Class) {
    const ClassInfo *C = Names.findClass(Class);
    if (Class && (!C || !C->IsDumped))
      return true;
    const uint64_t Loader = C ? C->Loader : 0;
    const std::string Name =
        Loader ? Names.className(LoaderClasses.lookup(Loader)) : "bootstrap";
    return !matches(By.Loaders, Name, Loader);
  }

  const DropOptions &By;
  const DumpContext &Names;
  DenseMap<IdKey, uint64_t> LoaderClasses;
  DenseMap<IdKey, bool> Known;
  DenseSet<const ClassPattern *> Matched;
};

/// Collects the ids of dropped objects.
class DropSurvey final : public RecordVisitor {
public:
  DropSurvey(ClassChoice &Choice, IdSet &Dropped)
      : Choice(Choice), Dropped(Dropped) {}

  using RecordVisitor::visit;
  void visit(const InstanceDump &R) override { see(R); }
  void visit(const ObjectArrayDump &R) override { see(R); }
  void visit(const PrimitiveArrayDump &R) override { see(R); }
  void visit(const PrimitiveArrayNoData &R) override { see(R); }

private:
  template <class R> void see(const R &Rec) {
    if (Choice.isDropped(Rec))
      Dropped.insert(Rec.Object);
  }

  ClassChoice &Choice;
  IdSet &Dropped;
};

class DropObjects final : public Forward {
public:
  DropObjects(RecordVisitor &Next, LossAccount &Account, const IdSet &Dropped)
      : Forward(Next), Account(Account), Dropped(Dropped) {}

  void visit(const FileHeader &H) override;
  void payload(RecordKind Of, ArrayRef<uint8_t> Chunk) override {
    if (!InDropped)
      Next.payload(Of, Chunk);
  }
  void visit(const Opaque &R) override {
    InDropped = false;
    Next.visit(R);
  }
#define HPROF_ANY_BEGIN(NAME)                                                  \
  void visit(const NAME &R) override { record(R); }
#include "hprof/Format/Records/Records.def"
private:
  template <class R> void record(const R &Rec);

  LossAccount &Account;
  const IdSet &Dropped;
  bool InDropped = false; ///< Whether the current payload is dropped.
};

class DropStage final : public Stage {
public:
  DropStage(std::shared_ptr<const DropOptions> By,
            std::shared_ptr<IdSet> Dropped)
      : By(std::move(By)), Dropped(std::move(Dropped)) {}
  NamesUsed uses() const override {
    return By->hasPatterns() ? NamesUsed::Classes : NamesUsed::None;
  }
  Error look(Upstream &Stream) override;
  std::unique_ptr<RecordVisitor> makePass(RecordVisitor &Next,
                                          LossAccount &Account) override {
    for (const std::string &Text : Unmatched)
      Account.remark("filter: no object's class matches '" + Text + "'");
    return std::make_unique<DropObjects>(Next, Account, *Dropped);
  }

private:
  const std::shared_ptr<const DropOptions> By;
  const std::shared_ptr<IdSet> Dropped;
  std::vector<std::string> Unmatched; ///< Patterns; set by look().
};
} // namespace

std::unique_ptr<Stage>
hprof::makeDropObjects(std::shared_ptr<const DropOptions> By,
                       std::shared_ptr<IdSet> Dropped) {
  return std::make_unique<DropStage>(std::move(By), std::move(Dropped));
}

/// Adds unreachable objects to \p Dropped.
static Error dropUnreachable(Upstream &Stream, const DropOptions &By,
                             IdSet &Dropped) {
  Expected<std::unique_ptr<HeapFile>> File = spoolHeap(Stream, By.TempDir);
  if (!File)
    return File.takeError();
  GraphOptions Options;
  Options.Threads = By.Threads;
  Expected<HeapGraph> G = HeapGraph::build(**File, Options);
  if (!G)
    return G.takeError();
  if (all_of(G->roots(), [](const GraphRoot &R) {
        return R.Kind == RecordKind::RootStickyClass;
      }))
    return createStringError(
        "the dump has no roots other than classes, so reachability is unknown; "
        "repair synthesizes roots");
  Expected<RootReach> Reach = RootReach::of(*G);
  if (!Reach)
    return Reach.takeError();
  for (Node N = 0; N != G->size(); ++N)
    if (!Reach->Nodes.contains(N) && G->asClass(N) == NoClass)
      Dropped.insert(G->id(N));
  return Error::success();
}

Error DropStage::look(Upstream &Stream) {
  if (By->Unreachable)
    if (Error E = dropUnreachable(Stream, *By, *Dropped))
      return E;
  if (!By->hasPatterns())
    return Error::success();
  if (Error E = Stream.collectNames())
    return E;
  ClassChoice Choice(*By, Stream.names());
  if (!By->Loaders.empty()) {
    LoaderSurvey Survey(Stream.names());
    if (Error E = Stream.walk(Survey))
      return E;
    Choice.setLoaders(Survey.takeClasses());
  }
  DropSurvey Survey(Choice, *Dropped);
  if (Error E = Stream.walk(Survey))
    return E;
  Unmatched = Choice.unmatched();
  return Error::success();
}

void DropObjects::visit(const FileHeader &H) {
  InDropped = false;
  Next.visit(H);
}

template <class R> void DropObjects::record(const R &Rec) {
  InDropped = false;
  if constexpr (R::Group == RecordGroup::Root)
    InDropped = Dropped.contains(Rec.Object);
  if constexpr (R::Group == RecordGroup::Object)
    InDropped = Dropped.contains(subjectId(Rec));
  if (!InDropped)
    return Next.visit(Rec);
  if constexpr (R::Group == RecordGroup::Root)
    Account.add(Change::LeftOutRoots);
  else
    Account.add(Change::LeftOutObjects);
}

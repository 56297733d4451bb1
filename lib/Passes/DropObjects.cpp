//===- DropObjects.cpp - Leaves objects out by class ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DropObjects.h"
#include "hprof/Convert/LookaheadPass.h"
#include "hprof/Convert/LossAccount.h"
#include "hprof/Format/ClassName.h"
#include "hprof/Format/DumpContext.h"
#include "hprof/Format/Hprof/RecordCodec.h"
#include "hprof/Format/Kit/IdSet.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

namespace {
/// Decides by the class of an object.
class ClassChoice {
public:
  ClassChoice(const DropOptions &By, const DumpContext &Names)
      : By(By), Names(Names) {}

  bool isDropped(const InstanceDump &R) { return isDropped(R.Class); }
  bool isDropped(const ObjectArrayDump &R) { return isDropped(R.Class); }
  bool isDropped(const PrimitiveArrayDump &R) { return ofType(R.ElementType); }
  bool isDropped(const PrimitiveArrayNoData &R) {
    return ofType(R.ElementType);
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
  bool isDropped(StringRef Name, uint64_t Class) const {
    auto Matches = [&](const ClassPattern &P) {
      return P.matches(Name, Class);
    };
    return (!By.Keep.empty() && none_of(By.Keep, Matches)) ||
           any_of(By.Drop, Matches);
  }

  const DropOptions &By;
  const DumpContext &Names;
  DenseMap<IdKey, bool> Known;
};

/// Collects the ids of objects that are left out.
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

class DropObjects final : public LookaheadPass {
public:
  DropObjects(RecordVisitor &Next, LossAccount &Account, Stage::Lookahead Show,
              std::shared_ptr<const DropOptions> By,
              std::shared_ptr<IdSet> Dropped)
      : LookaheadPass(Next, std::move(Show)), Account(Account),
        By(std::move(By)), Choice(*this->By, Names),
        Dropped(std::move(Dropped)) {}

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
#include "hprof/Format/Hprof/Records.def"
private:
  template <class R> void record(const R &Rec);
  Error look(const Stage::Lookahead &Show) override;

  LossAccount &Account;
  DumpContext Names;
  const std::shared_ptr<const DropOptions> By;
  ClassChoice Choice;
  const std::shared_ptr<IdSet> Dropped;
  bool InDropped = false; ///< The current payload is left out.
};

} // namespace

std::unique_ptr<Stage>
hprof::makeDropObjects(std::shared_ptr<const DropOptions> By,
                       std::shared_ptr<IdSet> Dropped) {
  return makeLookaheadStage<DropObjects>(Lowering::DropObjects, std::move(By),
                                         std::move(Dropped));
}

Error DropObjects::look(const Stage::Lookahead &Show) {
  ClassBuilder Build(Names);
  if (Error E = Show(Build))
    return E;
  DropSurvey Survey(Choice, *Dropped);
  return Show(Survey);
}

void DropObjects::visit(const FileHeader &H) {
  InDropped = false;
  LookaheadPass::visit(H);
}

template <class R> void DropObjects::record(const R &Rec) {
  InDropped = false;
  if constexpr (R::Group == RecordGroup::Root)
    InDropped = Dropped->contains(Rec.Object);
  if constexpr (R::Group == RecordGroup::Object)
    InDropped = Dropped->contains(subjectId(Rec));
  if (!InDropped)
    return Next.visit(Rec);
  if constexpr (R::Group == RecordGroup::Root)
    Account.add(Loss::LeftOutRoots);
  else
    Account.add(Loss::LeftOutObjects);
}

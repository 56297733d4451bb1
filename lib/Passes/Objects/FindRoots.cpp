//===- FindRoots.cpp - Roots for a dump that lacks them -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FindRoots.h"
#include "NullLost.h"
#include "Passes/Changes/Change.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Format/Context/InstanceReferences.h"
#include "hprof/Format/Kit/Forward.h"
#include "hprof/Format/Kit/IdSet.h"
#include "hprof/Format/Kit/ValueGatherer.h"
#include "hprof/Format/Records/RecordCodec.h"

using namespace hprof;
using namespace llvm;

namespace {
/// Collects the classes, and whether there are roots.
class RootSurvey final : public RecordVisitor {
public:
  explicit RootSurvey(KnownObjects &Damage) : Damage(Damage) {}
  using RecordVisitor::visit;
  void visit(const Opaque &R) override { noteDamage(Damage, R); }
  void endFrame(const Frame &F, uint64_t Length) override {
    noteDamage(Damage, F, Length);
  }
#define HPROF_SUBRECORD_BEGIN(NAME, TAG, TEXT, CARRIERS, GROUP)                \
  void visit(const NAME &R) override {                                         \
    HasRoots |=                                                                \
        R.Group == RecordGroup::Root && R.Kind != RecordKind::RootStickyClass; \
  }
#include "hprof/Format/Records/Records.def"
  bool HasRoots = false;

private:
  KnownObjects &Damage;
};

/// Collects the objects to which objects and classes refer.
class ReferenceSurvey final : public ValueGatherer {
public:
  ReferenceSurvey(const DumpContext &Names, IdSet &Referred)
      : Names(Names), Referred(Referred) {}

  using ValueGatherer::visit;
  void visit(const ClassDump &R) override;

private:
  uint64_t wanted(const InstanceDump &R) override {
    Object = R.Object;
    Shape = Names.instances().find(R.Class);
    // Bytes that follow those of the declared fields are not fields.
    return Shape ? Shape->bytes() : 0;
  }
  void take(ArrayRef<uint8_t> Bytes) override;
  bool wantsElements(const ObjectArrayDump &R) override {
    Object = R.Object;
    return true;
  }
  void element(uint64_t Id) override {
    if (Id != Object)
      Referred.insert(Id);
  }

  const DumpContext &Names;
  IdSet &Referred;
  uint64_t Object = 0;
  const InstanceShape *Shape = nullptr;
};

/// For a dump without roots.
class FindRoots final : public Forward {
public:
  FindRoots(RecordVisitor &Next, LossAccount &Account, const IdSet &Referred)
      : Forward(Next), Account(Account), Referred(Referred) {}

  using Forward::visit;
#define HPROF_ANY_BEGIN(NAME)                                                  \
  void visit(const NAME &R) override { record(R); }
#include "hprof/Format/Records/Records.def"

private:
  template <class R> void record(const R &Rec);

  LossAccount &Account;
  const IdSet &Referred;
};

class FindRootsStage final : public Stage {
public:
  explicit FindRootsStage(std::shared_ptr<KnownObjects> Known)
      : Known(std::move(Known)) {}
  NamesUsed uses() const override { return NamesUsed::Classes; }
  bool keepsNames() const override { return true; }
  RecordVisitor *firstWalk(const DumpContext &) override {
    *Known = KnownObjects();
    return &Survey.emplace(*Known);
  }
  Error look(Upstream &Stream) override;
  std::unique_ptr<RecordVisitor> makePass(RecordVisitor &Next,
                                          LossAccount &Account) override {
    if (Survey->HasRoots)
      return nullptr;
    return std::make_unique<FindRoots>(Next, Account, Referred);
  }

private:
  const std::shared_ptr<KnownObjects> Known;
  std::optional<RootSurvey> Survey;
  IdSet Referred;
};
} // namespace

std::unique_ptr<Stage>
hprof::makeFindRoots(std::shared_ptr<KnownObjects> Known) {
  return std::make_unique<FindRootsStage>(std::move(Known));
}

//===----------------------------------------------------------------------===//
// References
//===----------------------------------------------------------------------===//

void ReferenceSurvey::take(ArrayRef<uint8_t> Bytes) {
  Shape->forEachReference(
      FieldOrder::OwnFirst, Bytes.size(), [&](const FieldSlot &S) {
        if (S.Offset + uint64_t(idSize()) <= Bytes.size())
          element(loadBE(Bytes.data() + S.Offset, idSize()));
      });
}

void ReferenceSurvey::visit(const ClassDump &R) {
  forEach(R.Statics, [&](const StaticField &F) {
    if (isReference(F.Value.Type))
      Referred.insert(F.Value.Bits);
  });
  for (uint64_t Id : {R.Loader, R.Signers, R.Domain})
    Referred.insert(Id);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

Error FindRootsStage::look(Upstream &Stream) {
  if (Error E = collectIds(Stream, *Known))
    return E;
  if (Survey->HasRoots)
    return Error::success();
  ReferenceSurvey References(Stream.names(), Referred);
  return Stream.walk(References);
}

template <class R> void FindRoots::record(const R &Rec) {
  if constexpr (R::Group == RecordGroup::Object ||
                R::Group == RecordGroup::Class) {
    const uint64_t Id = subjectId(Rec);
    // All classes: it is unknown to which of them their loaders refer.
    if (Id && (R::Kind == RecordKind::ClassDump || !Referred.contains(Id))) {
      RootUnknown Root;
      Root.Object = Id;
      Next.visit(static_cast<const RootUnknown &>(Root));
      Account.add(Change::UnknownRoots);
    }
  }
  Next.visit(Rec);
}

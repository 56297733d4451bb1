//===- FindRoots.cpp - Roots for a dump that lacks them -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FindRoots.h"
#include "hprof/Convert/LookaheadPass.h"
#include "hprof/Convert/LossAccount.h"
#include "hprof/Format/DumpContext.h"
#include "hprof/Format/Hprof/RecordCodec.h"
#include "hprof/Format/Kit/IdJoiner.h"
#include "hprof/Format/Kit/IdSet.h"
#include "hprof/Format/Kit/InstanceReferences.h"

using namespace hprof;
using namespace llvm;

namespace {
/// Learns the classes, and whether there are roots.
class RootSurvey final : public ClassBuilder {
public:
  using ClassBuilder::ClassBuilder;
  using ClassBuilder::visit;
#define HPROF_SUBRECORD_BEGIN(NAME, TAG, TEXT, CARRIERS, GROUP)                \
  void visit(const NAME &R) override {                                         \
    HasRoots |=                                                                \
        R.Group == RecordGroup::Root && R.Kind != RecordKind::RootStickyClass; \
    ClassBuilder::visit(R);                                                    \
  }
#include "hprof/Format/Hprof/Records.def"
  bool HasRoots = false;
};

/// Collects what objects and classes refer to.
class ReferenceSurvey final : public RecordVisitor {
public:
  ReferenceSurvey(const DumpContext &Names, IdSet &Referred)
      : Names(Names), Referred(Referred), IdSize(Names.header().IdSize) {}

  using RecordVisitor::visit;
  void visit(const InstanceDump &R) override;
  void visit(const ObjectArrayDump &R) override;
  void visit(const ClassDump &R) override;
  void payload(RecordKind Of, ArrayRef<uint8_t> Chunk) override;

private:
  void refer(uint64_t From, uint64_t To) {
    if (To != From)
      Referred.insert(To);
  }
  void values(ArrayRef<uint8_t> Bytes);

  const DumpContext &Names;
  IdSet &Referred;
  const unsigned IdSize;
  uint64_t Object = 0;
  const InstanceShape *Shape = nullptr;
  SmallVector<uint8_t, 0> Values;
  uint64_t Missing = 0; ///< Bytes of an instance that are still to come.
  IdJoiner Elements;
};

class FindRoots final : public LookaheadPass {
public:
  FindRoots(RecordVisitor &Next, LossAccount &Account, Stage::Lookahead Show)
      : LookaheadPass(Next, std::move(Show)), Account(Account) {}

  using LookaheadPass::visit;
#define HPROF_ANY_BEGIN(NAME)                                                  \
  void visit(const NAME &R) override { record(R); }
#include "hprof/Format/Hprof/Records.def"
  RecordKindSet runKinds() const override {
    return Lacks ? RecordKindSet() : Next.runKinds();
  }

private:
  template <class R> void record(const R &Rec);
  Error look(const Stage::Lookahead &Show) override;

  LossAccount &Account;
  IdSet Referred;
  bool Lacks = false; ///< The dump has no roots.
};

} // namespace

std::unique_ptr<Stage> hprof::makeFindRoots() {
  return makeLookaheadStage<FindRoots>(Lowering::Repair);
}

//===----------------------------------------------------------------------===//
// References
//===----------------------------------------------------------------------===//

void ReferenceSurvey::values(ArrayRef<uint8_t> Bytes) {
  Shape->forEachReference(
      FieldOrder::OwnFirst, Bytes.size(), [&](const FieldSlot &S) {
        if (S.Offset + uint64_t(IdSize) <= Bytes.size())
          refer(Object, loadBE(Bytes.data() + S.Offset, IdSize));
      });
}

void ReferenceSurvey::visit(const InstanceDump &R) {
  Object = R.Object;
  Shape = Names.instances().find(R.Class);
  Values.clear();
  Missing = 0;
  // More than the class declares is no field.
  if (!Shape || Shape->bytes() > R.Length)
    return;
  if (R.Values.isWhole())
    return values(R.Values.Bytes);
  Missing = Shape->bytes();
}

void ReferenceSurvey::visit(const ObjectArrayDump &R) {
  Object = R.Object;
  Missing = 0;
  Elements.begin(IdSize);
  Elements.add(R.Elements.Bytes, [&](uint64_t Id) { refer(Object, Id); });
}

void ReferenceSurvey::visit(const ClassDump &R) {
  forEach(R.Statics, [&](const StaticField &F) {
    if (isReference(F.Value.Type))
      Referred.insert(F.Value.Bits);
  });
  for (uint64_t Id : {R.Loader, R.Signers, R.Domain})
    Referred.insert(Id);
}

void ReferenceSurvey::payload(RecordKind Of, ArrayRef<uint8_t> Chunk) {
  if (Of == RecordKind::ObjectArrayDump)
    Elements.add(Chunk, [&](uint64_t Id) { refer(Object, Id); });
  if (Of != RecordKind::InstanceDump || !Missing)
    return;
  Chunk = Chunk.take_front(Missing);
  Values.append(Chunk.begin(), Chunk.end());
  Missing -= Chunk.size();
  if (!Missing)
    values(Values);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

Error FindRoots::look(const Stage::Lookahead &Show) {
  DumpContext Names;
  RootSurvey Survey(Names);
  if (Error E = Show(Survey))
    return E;
  Lacks = !Survey.HasRoots;
  if (!Lacks)
    return Error::success();
  ReferenceSurvey References(Names, Referred);
  return Show(References);
}

template <class R> void FindRoots::record(const R &Rec) {
  if constexpr (R::Group == RecordGroup::Object ||
                R::Group == RecordGroup::Class) {
    const uint64_t Id = subjectId(Rec);
    // All classes: which of them their loaders hold cannot be seen.
    if (Lacks && Id &&
        (R::Kind == RecordKind::ClassDump || !Referred.contains(Id))) {
      RootUnknown Root;
      Root.Object = Id;
      Next.visit(static_cast<const RootUnknown &>(Root));
      Account.add(Loss::UnknownRoots);
    }
  }
  Next.visit(Rec);
}

//===- InstancesToReferences.cpp - HPROF's objects as references ----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InstancesToReferences.h"
#include "InstancePass.h"
#include "hprof/Format/Records/DumpCounter.h"
#include "hprof/Format/Records/RecordCodec.h"

using namespace hprof;
using namespace llvm;

namespace {

class InstancesToReferences final : public InstancePass {
public:
  InstancesToReferences(RecordVisitor &Next, const HeapSurvey &Survey,
                        LossAccount &Account, bool IsMadeUp)
      : InstancePass(Next, Survey, Account,
                     {/*NamesFields=*/true, /*TellsSizes=*/true, IsMadeUp}) {}

  using InstancePass::visit;
  void visit(const FileHeader &H) override;
  void beginFrame(const Frame &F) override;
  void visit(const HeapDumpEnd &R) override;
  void visit(const ObjectArrayDump &R) override;
  void visit(const PrimitiveArrayDump &R) override;
  void visit(const PrimitiveArrayNoData &R) override;
  void visit(const ClassDump &R) override;

private:
  DumpCounter Dumps;
  size_t DumpIndex = 0;
};

class InstancesToReferencesStage final : public Stage {
public:
  InstancesToReferencesStage(std::string Layout, bool IsMadeUp)
      : Layout(std::move(Layout)), IsMadeUp(IsMadeUp) {}
  std::optional<Lowering> lowers() const override {
    return Lowering::InstancesToReferences;
  }
  RecordVisitor *firstWalk(const DumpContext &) override {
    Survey = std::make_unique<HeapSurvey>(Layout, /*HasStacks=*/true);
    return Survey.get();
  }
  const DumpContext *names() const override { return &Survey->context(); }
  std::unique_ptr<RecordVisitor> makePass(RecordVisitor &Next,
                                          LossAccount &Account) override {
    Survey->tellLayout(Account);
    return std::make_unique<InstancesToReferences>(Next, *Survey, Account,
                                                   IsMadeUp);
  }

private:
  const std::string Layout;
  std::unique_ptr<HeapSurvey> Survey;
  const bool IsMadeUp;
};

} // namespace

std::unique_ptr<Stage> hprof::makeInstancesToReferences(std::string Layout,
                                                        bool IsMadeUp) {
  return std::make_unique<InstancesToReferencesStage>(std::move(Layout),
                                                      IsMadeUp);
}

void InstancesToReferences::visit(const FileHeader &H) {
  Dumps.header();
  InstancePass::visit(H);
}

void InstancesToReferences::beginFrame(const Frame &F) {
  settle();
  if (Dumps.frame(F)) {
    std::optional<HeapSurvey::Totals> T = Survey.totals(DumpIndex++);
    if (!T)
      Account.add(Loss::DumpTotals);
    HeapDumpTotals Out;
    Out.Instances = T ? T->Objects : 0;
    Out.Bytes = T ? T->Bytes : 0;
    Next.visit(Out);
  }
  Next.beginFrame(F);
}

void InstancesToReferences::visit(const HeapDumpEnd &R) {
  Dumps.end();
  InstancePass::visit(R);
}

void InstancesToReferences::visit(const ObjectArrayDump &R) {
  settle();
  size(R.Object, toldSize(R.Object).value_or(
                     Survey.sizes().objectArray(R.Class, R.Length)));
  Next.visit(R);
}

void InstancesToReferences::visit(const PrimitiveArrayDump &R) {
  settle();
  primitiveArray(R);
}

/// The text contains the size of the elements.
void InstancesToReferences::visit(const PrimitiveArrayNoData &R) {
  settle();
  const uint64_t Bytes = uint64_t(R.Length) * widthOf(R.ElementType, 1);
  if (toldSize(R.Object).value_or(Bytes) != Bytes)
    Account.add(Loss::ArraySizes);
  Next.visit(R);
}

void InstancesToReferences::visit(const ClassDump &R) {
  if (!To.IsMadeUp && (R.InstanceSize || R.Fields.Count))
    Account.add(Loss::FieldDeclarations);
  bool HasPrimitives = false;
  forEach(R.Statics, [&](const StaticField &F) {
    HasPrimitives |= !isReference(F.Value.Type);
  });
  if (HasPrimitives)
    Account.add(Loss::PrimitiveStatics);
  InstancePass::visit(R);
}

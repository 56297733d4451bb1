//===- ResolveClasses.cpp - Resolves class names to addresses -------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ResolveClasses.h"
#include "MadeUpClasses.h"
#include "hprof/Convert/Pipeline/LossAccount.h"
#include "hprof/Format/Kit/Forward.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

namespace {
class ResolveClasses final : public Forward {
public:
  ResolveClasses(RecordVisitor &Next, const MadeUpClasses &Made,
                 LossAccount &Account)
      : Forward(Next), Made(Made), Account(Account) {}

  using Forward::visit;
  void visit(const ObjectSize &R) override {
    Size = R;
    Next.visit(R);
  }
  void visit(const ReferenceObject &R) override;
  void visit(const ReferenceArray &R) override;
  void visit(const ReferenceClass &R) override;
  Error finish() override;

private:
  void send(const MadeUpClass &C, ReferenceClass Rec);
  uint64_t sizeOf(uint64_t Object) const {
    return Size.Object == Object ? Size.Size : 0;
  }

  const MadeUpClasses &Made;
  LossAccount &Account;
  ObjectSize Size; ///< The last OBJECT SIZE record.
};

class ResolveStage final : public Stage {
public:
  std::optional<Lowering> lowers() const override {
    return Lowering::ResolveClasses;
  }
  NamesUsed uses() const override { return NamesUsed::Classes; }
  RecordVisitor *firstWalk(const DumpContext &Names) override {
    Made = std::make_unique<MadeUpClasses>(Names, false);
    return Made.get();
  }
  std::unique_ptr<RecordVisitor> makePass(RecordVisitor &Next,
                                          LossAccount &Account) override {
    return std::make_unique<ResolveClasses>(Next, *Made, Account);
  }

private:
  std::unique_ptr<MadeUpClasses> Made;
};
} // namespace

std::unique_ptr<Stage> hprof::makeResolveClasses() {
  return std::make_unique<ResolveStage>();
}

void ResolveClasses::visit(const ReferenceObject &R) {
  const MadeUpClass &C = *Made.classOf(R.Class, R.ClassName);
  if (!R.Class && Made.isAmbiguous(C))
    Account.add(Loss::AmbiguousClasses);
  // PHD contains the instance size only in the class record.
  if (uint64_t Told = sizeOf(R.Object); Told && Told != C.Size)
    Account.add(Loss::ObjectSizes);
  ReferenceObject Out = R;
  Out.Class = C.Id;
  Out.ClassName = 0;
  Next.visit(Out);
}

void ResolveClasses::visit(const ReferenceArray &R) {
  ReferenceArray Out = R;
  if (!R.ElementClass)
    if (const MadeUpClass *Element = Made.elementClassOf(R.ClassName))
      Out.ElementClass = Element->Id;
  Out.ClassName = 0;
  if (R.ArrayLength == UINT32_MAX) {
    Out.ArrayLength = R.Length;
    Account.add(Loss::ElementPositions);
  }
  Next.visit(Out);
}

void ResolveClasses::send(const MadeUpClass &C, ReferenceClass Rec) {
  Rec.Class = C.Id;
  Rec.Super = C.Super ? C.Super->Id : 0;
  if (!Rec.InstanceSize)
    Rec.InstanceSize = uint32_t(std::min<uint64_t>(C.Size, UINT32_MAX));
  Next.visit(static_cast<const ReferenceClass &>(Rec));
}

void ResolveClasses::visit(const ReferenceClass &R) {
  if (sizeOf(R.Class))
    Account.add(Loss::ClassSizes);
  const MadeUpClass *C = Made.findClass(R.Class);
  if (!C)
    return Next.visit(R);
  if (C->Super && !R.Super)
    Account.add(Loss::Superclasses);
  send(*C, R);
}

Error ResolveClasses::finish() {
  uint64_t NextString = Made.firstNewString();
  for (const MadeUpClass &C : Made.classes()) {
    if (C.IsDumped || !C.IsNeeded)
      continue;
    Account.add(Loss::MissingClasses);
    Utf8 Name;
    Name.Id = NextString++;
    Name.Text = arrayRefFromStringRef(C.Name);
    Next.visit(Name);
    ReferenceClass Rec;
    Rec.Name = Name.Id;
    send(C, Rec);
  }
  return Forward::finish();
}

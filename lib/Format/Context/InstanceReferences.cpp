//===- InstanceReferences.cpp - Field layouts of instances ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Context/InstanceReferences.h"
#include "hprof/Format/Context/DumpContext.h"
#include "llvm/ADT/DenseSet.h"

using namespace hprof;
using namespace llvm;

using Chain = InstanceShape::Chain;

std::optional<FieldSlot> InstanceShape::referent() const {
  if (!ReferentOf)
    return std::nullopt;
  return slotOf(*ReferentOf, ReferentOf->OwnReferences[ReferentIndex]);
}

std::optional<FieldSlot> InstanceShape::reference(FieldOrder Order,
                                                  uint64_t I) const {
  if (I >= References)
    return std::nullopt;
  if (Order == FieldOrder::ReferentFirst && ReferentOf) {
    if (I == 0)
      return referent();
    // References that precede the referent are one position later.
    if (I <= References - ReferentOf->References + ReferentIndex)
      --I;
  }
  const InstanceShape *Part = firstWithReferences();
  for (;; Part = Part->NextWithReferences) {
    // Number of references before those of this class.
    uint64_t Before = Order == FieldOrder::RootFirst
                          ? Part->References - Part->OwnReferences.size()
                          : References - Part->References;
    if (I >= Before && I - Before < Part->OwnReferences.size())
      return slotOf(*Part, Part->OwnReferences[I - Before]);
  }
}

const InstanceShape *InstanceReferences::find(uint64_t Id) const {
  const ClassInfo *C = Context.findClass(Id);
  if (!C)
    return nullptr;
  const InstanceShape &S = of(*C);
  return S.chain() == Chain::Whole ? &S : nullptr;
}

/// Creates the shapes of \p Leaf and its superclasses, up to the first
/// superclass that already has a shape.
const InstanceShape &InstanceReferences::make(const ClassInfo &Leaf) const {
  std::lock_guard<std::mutex> Lock(Mutex);
  SmallVector<const ClassInfo *, 16> Way;
  DenseSet<const ClassInfo *> OnWay;
  const InstanceShape *Above = nullptr;
  Chain State = Chain::Whole;
  for (const ClassInfo *C = &Leaf;;) {
    Above = C->Shape.load(std::memory_order_relaxed);
    if (Above) {
      State = Above->State;
      break;
    }
    if (!OnWay.insert(C).second) {
      State = Chain::Ring;
      break;
    }
    Way.push_back(C);
    if (C->IsDumped && !C->Super)
      break;
    // Remember the missing superclass: shapes change when its record arrives.
    if (C->IsDumped && !Context.findClass(C->Super))
      Missed.insert(C->Super);
    C = C->IsDumped ? Context.findClass(C->Super) : nullptr;
    if (!C) {
      State = Chain::Incomplete;
      break;
    }
  }
  for (const ClassInfo *C : reverse(Way))
    Above = add(*C, Above, State);
  return *Above;
}

const InstanceShape *InstanceReferences::add(const ClassInfo &C,
                                             const InstanceShape *Above,
                                             Chain State) const {
  InstanceShape &S = Shapes.emplace_back();
  S.Class = &C;
  S.State = State;
  if (State == Chain::Whole) {
    S.IdSize = uint8_t(Context.header().IdSize);
    if (Above) {
      S.UnknownTypes = Above->UnknownTypes;
      S.ReferentOf = Above->ReferentOf;
      S.ReferentIndex = Above->ReferentIndex;
      S.NextWithFields = Above->firstWithFields();
      S.NextWithReferences = Above->firstWithReferences();
    }
    addFields(S, Above);
  }
  C.Shape.store(&S, std::memory_order_release);
  return &S;
}

/// Adds the fields that the class of \p S declares to those of \p Above, which
/// may be null.
void InstanceReferences::addFields(InstanceShape &S,
                                   const InstanceShape *Above) const {
  ArrayRef<InstanceField> Fields = S.Class->Fields;
  size_t Count = count_if(
      Fields, [](const InstanceField &F) { return isReference(F.Type); });
  InstanceShape::Own *Own = Arena.Allocate<InstanceShape::Own>(Count);
  uint32_t Offset = 0; // At most 65,535 fields fit in these bytes.
  uint32_t I = 0;
  for (const InstanceField &F : Fields) {
    if (isReference(F.Type)) {
      new (&Own[I]) InstanceShape::Own{F.Name, Offset, F.Type};
      bool IsInherited = Above && Above->ReferentOf;
      if (!IsInherited && Context.string(F.Name).value_or("") == "referent") {
        S.ReferentOf = &S;
        S.ReferentIndex = I;
      }
      ++I;
    }
    S.UnknownTypes |= !isKnown(F.Type);
    Offset += widthOf(F.Type, S.IdSize);
  }
  S.OwnReferences = {Own, Count};
  S.Bytes = Offset + (Above ? Above->Bytes : 0);
  S.Fields = Fields.size() + (Above ? Above->Fields : 0);
  S.References = Count + (Above ? Above->References : 0);
  // No instance has that many values.
  if (S.ReferentOf &&
      S.Bytes - S.ReferentOf->Bytes + uint64_t(65535) * 8 > UINT32_MAX)
    S.ReferentOf = nullptr;
}

bool InstanceReferences::isMissed(const ClassInfo &C) const {
  return Missed.contains(C.Id);
}

void InstanceReferences::forgetAll() {
  std::lock_guard<std::mutex> Lock(Mutex);
  for (const InstanceShape &S : Shapes)
    S.Class->Shape.store(nullptr, std::memory_order_relaxed);
  Shapes.clear();
  Arena.Reset();
  Missed.clear();
}

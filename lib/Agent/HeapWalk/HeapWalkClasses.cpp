//===- HeapWalkClasses.cpp - Classes and fields in a heap walk ------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "HeapWalkClasses.h"

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

namespace {
class LayoutMaker {
public:
  LayoutMaker(ArrayRef<WalkClass> Classes, bool HasValues, bool IsReversed)
      : Classes(Classes), HasValues(HasValues), IsReversed(IsReversed),
        SeenBy(Classes.size()) {}

  WalkLayout make(uint32_t Index);

private:
  bool findChain(uint32_t Index);
  uint32_t countInterfaceFields(uint32_t Index);
  void visitInterfaces(uint32_t Index, uint32_t &Count);
  bool isKept(const WalkField &F) const {
    return !F.IsStatic && (HasValues || isReference(F.Type));
  }
  void place(WalkLayout &L);
  void index(WalkLayout &L);

  const ArrayRef<WalkClass> Classes;
  const bool HasValues, IsReversed;
  /// The class, then its superclasses, and the start of the values of each.
  std::vector<uint32_t> Chain, Begin;
  std::vector<uint32_t> SeenBy; ///< Last class that reached an interface, + 1.
  uint32_t Asking = 0;
};
} // namespace

bool LayoutMaker::findChain(uint32_t Index) {
  Chain.clear();
  for (uint32_t C = Index; C < Classes.size(); C = Classes[C].Super) {
    if (Chain.size() > Classes.size())
      return false;
    Chain.push_back(C);
  }
  return true;
}

void LayoutMaker::visitInterfaces(uint32_t Index, uint32_t &Count) {
  for (uint32_t I : Classes[Index].Interfaces) {
    if (I >= Classes.size() || SeenBy[I] == Asking)
      continue;
    SeenBy[I] = Asking;
    Count += uint32_t(Classes[I].Fields.size());
    visitInterfaces(I, Count);
  }
}

/// Number of fields of all interfaces that the class and its superclasses
/// implement.
uint32_t LayoutMaker::countInterfaceFields(uint32_t Index) {
  Asking = Index + 1;
  uint32_t Count = 0;
  for (uint32_t C : Chain)
    visitInterfaces(C, Count);
  return Count;
}

/// Sets the offsets of the chain's classes, and the order of values.
void LayoutMaker::place(WalkLayout &L) {
  Begin.clear();
  uint32_t Pending = 0;
  for (uint32_t C : Chain) {
    Begin.push_back(L.Size);
    const std::vector<WalkField> &Fields = Classes[C].Fields;
    inOrder(Fields.size(), IsReversed, [&](size_t I) {
      const WalkField &F = Fields[I];
      if (F.IsStatic)
        return;
      L.RecordSize += widthOf(F.Type, WalkIdSize);
      if (!isKept(F))
        return;
      const unsigned Width = widthOf(F.Type, WalkReferenceSize);
      L.Size += Width;
      if (isReference(F.Type)) {
        L.Steps.push_back({Pending, true});
        Pending = 0;
      } else {
        Pending += Width;
      }
    });
  }
  L.Steps.push_back({Pending, false});
}

/// JVM TI numbers the fields of all interfaces first, then those of the
/// superclasses from the root down, then the class's own, including static
/// ones.
void LayoutMaker::index(WalkLayout &L) {
  for (size_t I = Chain.size(); I-- > 0;) {
    if (I == 0)
      L.FirstStatic = L.FirstIndex + uint32_t(L.Slots.size());
    const std::vector<WalkField> &Fields = Classes[Chain[I]].Fields;
    uint32_t Next = Begin[I];
    std::vector<uint32_t> Offsets(Fields.size());
    inOrder(Fields.size(), IsReversed, [&](size_t N) {
      Offsets[N] = Next;
      if (isKept(Fields[N]))
        Next += widthOf(Fields[N].Type, WalkReferenceSize);
    });
    for (size_t N = 0; N != Fields.size(); ++N) {
      const WalkField &F = Fields[N];
      L.Slots.push_back({Offsets[N], F.Type, isKept(F)});
      if (isKept(F) && isReference(F.Type))
        L.References.push_back({Offsets[N], F.Name});
    }
  }
}

WalkLayout LayoutMaker::make(uint32_t Index) {
  WalkLayout L;
  if (!findChain(Index)) {
    L.Steps.push_back({0, false});
    return L;
  }
  L.FirstIndex = countInterfaceFields(Index);
  place(L);
  index(L);
  return L;
}

std::vector<WalkLayout> agent::layoutsOf(ArrayRef<WalkClass> Classes,
                                         bool HasValues, bool IsReversed) {
  LayoutMaker Make(Classes, HasValues, IsReversed);
  std::vector<WalkLayout> Result;
  Result.reserve(Classes.size());
  for (uint32_t I = 0; I != Classes.size(); ++I)
    Result.push_back(Make.make(I));
  return Result;
}

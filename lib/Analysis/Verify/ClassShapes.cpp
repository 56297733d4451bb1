//===- ClassShapes.cpp - Field layouts for many instances -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ClassShapes.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

ClassShapes::ClassShapes(const DumpContext &Context)
    : IdSize(Context.header().IdSize), Context(Context) {
  for (const ClassInfo &C : Context.classes())
    if (C.IsDumped) {
      ClassShape &S = Shapes.emplace_back();
      S.Class = &C;
      ByClass[&C] = &S;
    }
  // A shape is complete when WithReferences or State says so; until then its
  // Size is UINT64_MAX.
  for (ClassShape &S : Shapes)
    S.Size = UINT64_MAX;
  for (ClassShape &S : Shapes)
    if (S.Size == UINT64_MAX)
      complete(S);
}

const ClassShape *ClassShapes::find(uint64_t Class) const {
  const ClassInfo *C = Context.findClass(Class);
  return C ? ByClass.lookup(C) : nullptr;
}

unsigned ClassShapes::widthOfFields(const ClassInfo &C) const {
  unsigned Sum = 0; // At most 65535 fields of 8 bytes.
  for (const InstanceField &F : C.Fields)
    Sum += widthOf(F.Type, IdSize);
  return Sum;
}

bool ClassShapes::hasReferences(const ClassInfo &C) const {
  return any_of(C.Fields,
                [](const InstanceField &F) { return isReference(F.Type); });
}

/// Completes \p Leaf and its superclasses.
void ClassShapes::complete(ClassShape &Leaf) {
  constexpr uint64_t Open = UINT64_MAX, Walking = UINT64_MAX - 1;
  SmallVector<ClassShape *, 16> Chain;
  ClassShape *S = &Leaf;
  ChainState End = ChainState::Good;
  while (S && S->Size == Open) {
    S->Size = Walking;
    Chain.push_back(S);
    uint64_t Super = S->Class->Super;
    if (!Super) {
      S = nullptr;
      break;
    }
    const ClassInfo *C = Context.findClass(Super);
    S = C ? ByClass.lookup(C) : nullptr;
    if (!S)
      End = ChainState::MissingSuper;
  }
  if (S)
    End = S->Size == Walking ? ChainState::Ring : S->State;
  ClassShape *Super = S && S->Size != Walking ? S : nullptr;
  for (ClassShape *C : reverse(Chain)) {
    C->State = End;
    C->Super = Super;
    C->Size = widthOfFields(*C->Class) + (Super ? Super->Size : 0);
    C->WithReferences = hasReferences(*C->Class) ? C
                        : Super                  ? Super->WithReferences
                                                 : nullptr;
    Super = C;
  }
}

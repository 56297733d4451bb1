//===- ContentsLeft.cpp - Which contents a dump still has -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Contents/ContentsLeft.h"
#include "hprof/Analysis/Contents/HeapContents.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

PreparedContents hprof::contentsLeft(const HeapContents &Of) {
  const HeapGraph &G = Of.graph();
  ContentEvidence E;
  const ArrayRef<GraphClass> Classes = G.classes();
  for (const GraphClass &C : Classes)
    if (C.IsDumped && !C.isArray())
      E.meet(C.Id, Of.context());
  // Indexed by type. The types of class objects follow those of instances.
  std::vector<bool> IsArray(2 * Classes.size()), IsWanted(2 * Classes.size());
  for (auto [I, C] : enumerate(Classes)) {
    IsArray[I] = C.Element && *C.Element != BasicType::Object;
    IsWanted[I] = IsArray[I] || E.wants(C.Id);
  }
  for (Node N = 0; N != G.size(); ++N) {
    const uint64_t Type = G.types().get(N);
    if (LLVM_LIKELY(!IsWanted[Type]))
      continue;
    const GraphClass &C = Classes[Type];
    IsWanted[Type] = IsArray[Type] ? !E.isDecidedOnArrays() : E.wants(C.Id);
    std::optional<FoundObject> O;
    if (IsWanted[Type])
      O = Of.object(N);
    if (!O)
      continue;
    if (IsArray[Type])
      E.array(*C.Element, O->Length, O->Bytes);
    else
      E.instance(C.Id, O->Bytes);
  }
  return E.decide(Of.context());
}

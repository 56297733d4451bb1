//===- ContentsLeft.cpp - Whether a dump has its contents -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Contents/ContentsLeft.h"
#include "hprof/Analysis/Contents/HeapContents.h"

using namespace hprof;
using namespace llvm;

PreparedContents hprof::contentsLeft(const HeapContents &Of) {
  const HeapGraph &G = Of.graph();
  ContentEvidence E;
  const ArrayRef<GraphClass> Classes = G.classes();
  for (const GraphClass &C : Classes)
    if (C.IsDumped && !C.isArray())
      E.meet(C.Id, Of.context());
  for (Node N = 0; N != G.size(); ++N) {
    if (G.asClass(N) != NoClass)
      continue;
    const GraphClass &C = G.classOf(N);
    const bool IsArray = C.Element && *C.Element != BasicType::Object;
    if (IsArray ? E.isDecidedOnArrays() : !E.wants(C.Id))
      continue;
    std::optional<FoundObject> O = Of.object(N);
    if (!O)
      continue;
    if (IsArray)
      E.array(*C.Element, O->Length, O->Bytes);
    else
      E.instance(C.Id, O->Bytes);
  }
  return E.decide(Of.context());
}

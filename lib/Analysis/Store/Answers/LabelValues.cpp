//===- LabelValues.cpp - Labels of references -----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LabelValues.h"
#include "hprof/Analysis/Contents/ObjectTitle.h"
#include "hprof/Analysis/Paths/PathNames.h"
#include "hprof/Format/Context/DumpContext.h"

using namespace hprof;
using namespace llvm;

Datum hprof::labelKind(const ReferenceLabel *L) {
  return L ? Datum(labelKindName(L->Kind)) : Datum();
}

Datum hprof::labelIndex(const ReferenceLabel *L, bool IsKnown) {
  return L && L->Kind == LabelKind::Element && IsKnown ? Datum(L->Index)
                                                       : Datum();
}

Datum hprof::labelName(const HeapContents &C, const ReferenceLabel *L) {
  return L && L->Kind != LabelKind::Element ? Datum(C.name(*L)) : Datum();
}

Datum hprof::labelClass(const HeapContents &C, const ReferenceLabel *L) {
  return L && L->Class ? Datum(C.context().className(*L->Class)) : Datum();
}

Datum hprof::labelStrength(const ReferenceLabel *L) {
  return L && L->Strength != ReferenceKind::Strong
             ? Datum(strengthName(L->Strength))
             : Datum();
}

Datum hprof::labelThread(const ReferenceLabel *L) {
  return L && L->Kind == LabelKind::Local ? Datum(L->ThreadSerial) : Datum();
}

Datum hprof::labelFrame(const HeapContents &C, const ReferenceLabel *L) {
  return L && L->Kind == LabelKind::Local
             ? Datum(C.frameText(L->ThreadSerial, L->Frame))
             : Datum();
}

std::string hprof::withStrength(std::string Name, const ReferenceLabel &L) {
  if (L.Strength == ReferenceKind::Strong)
    return Name;
  return Name + " (" + strengthName(L.Strength) + ")";
}

Datum hprof::contentOf(const HeapContents &C, Node N, uint64_t Objects) {
  return Objects == 1 ? Datum(objectContent(C, N)) : Datum();
}

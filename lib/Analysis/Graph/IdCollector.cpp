//===- IdCollector.cpp - First walk: objects ------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IdCollector.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;

void IdCollector::cut(uint64_t Offset) {
  Parts.push_back({Begin, std::move(Seen), Entries});
  Begin = Offset;
  Seen = {};
  Entries = 0;
  LastUse = nullptr;
  auto Next = llvm::upper_bound(Cuts, Offset);
  NextCut = Next == Cuts.end() ? UINT64_MAX : *Next;
}

std::vector<IdCollector::Part> IdCollector::takeParts() {
  Parts.push_back({Begin, std::move(Seen), Entries});
  return std::move(Parts);
}

void IdCollector::merge(IdCollector &Other) {
  Overlap.merge(Other.Overlap);
  Ids.merge(Other.Ids);
  Neighbours.merge(Other.Neighbours);
  Roots.insert(Roots.end(), Other.Roots.begin(), Other.Roots.end());
  Places.merge(Other.Places);
  auto Add = [&](uint64_t Class, const ClassUse &Use) {
    if (!Use.isUsed())
      return;
    ClassUse &Mine = Seen[Class];
    Mine.HasArrays |= Use.HasArrays;
    Mine.Instances += Use.Instances;
    Mine.Bytes += Use.Bytes;
  };
  auto AddAll = [&](const ClassTable<ClassUse> &Classes) {
    Seen.reserve(Classes);
    Classes.forEach(Add);
  };
  for (const Part &P : Other.Parts)
    AddAll(P.Classes);
  AddAll(Other.Seen);
  Primitives |= Other.Primitives;
}

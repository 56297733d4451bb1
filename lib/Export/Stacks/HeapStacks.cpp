//===- HeapStacks.cpp - Dominators by class as stacks ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Export/Stacks/HeapStacks.h"
#include "Export/Heap/Below.h"
#include "hprof/Tool/Escape.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

Error hprof::addLeakSignatures(WeightedStacks &To, HeapStore &Heap) {
  Expected<LeakReport> Found = Heap.leakSuspects(
      [](uint64_t Bytes) { return shareOf(Bytes, DefaultSuspectPercent); });
  if (!Found)
    return Found.takeError();
  // Formatted as in the printed lists of suspects.
  for (const LeakSuspect &S : Found->Suspects)
    To.LeakSignatures.push_back(
        utohexstr(S.Signature, /*LowerCase=*/true, /*Width=*/16));
  return Error::success();
}

Expected<WeightedStacks> hprof::stacksOf(HeapStore &Heap,
                                         ArrayRef<uint64_t> Ids) {
  const HeapGraph &G = Heap.graph();
  std::vector<Node> Tops;
  if (!Ids.empty()) {
    Expected<Below> Is = Below::of(Heap, Ids);
    if (!Is)
      return Is.takeError();
    Tops = Is->tops();
  }
  // As deep as the class tree in an index.
  Expected<DominatorClasses> Classes =
      Heap.dominatorClasses(Tops, GraphParts::ClassTreeDepth);
  if (!Classes)
    return Classes.takeError();
  WeightedStacks To("Heap by dominators",
                    {{"inuse_objects", "count"}, {"inuse_space", "bytes"}}, 1);
  To.Millis = G.header().Millis;
  DenseMap<uint32_t, uint32_t> Frames;
  std::vector<WeightedStacks::Place> Places;
  // Parents come before children.
  for (const DominatorClasses::Group &Of : Classes->groups()) {
    if (Places.empty()) {
      Places.push_back(0);
      continue;
    }
    const auto [It, IsNew] = Frames.try_emplace(Of.Type, 0);
    if (IsNew) {
      const std::string Name = toUtf8(typeName(G, Of.Type));
      It->second = To.addFrame({Name.empty() ? "(unnamed)" : Name, "", 0});
    }
    Places.push_back(To.push(Places[Of.Parent], It->second));
    To.add({Places.back(), 0}, {Of.Objects, Of.Shallow});
  }
  return To;
}

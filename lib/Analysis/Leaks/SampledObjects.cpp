//===- SampledObjects.cpp - Where leaking objects were allocated ----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Leaks/SampledObjects.h"
#include "hprof/Analysis/Contents/HeapContents.h"
#include "hprof/Analysis/Dominators/DominatorClasses.h"
#include "hprof/Format/Base/ClassName.h"
#include "hprof/Format/Jfr/JfrObjects.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace hprof;
using namespace llvm;

/// Whether \p N has the class and the length of \p Sample. Recordings and dumps
/// number hidden classes differently.
static bool matches(const HeapContents &Contents, Node N,
                    const JfrObject &Sample) {
  const HeapGraph &G = Contents.graph();
  if (stableClassName(typeName(G, G.types().get(N))) !=
      stableClassName(Sample.Class))
    return false;
  if (!Sample.Length)
    return true;
  const std::optional<FoundObject> O = Contents.object(N);
  return O && O->isArray() && O->Length == *Sample.Length;
}

SampledObjects::SampledObjects(const HeapContents &Contents,
                               ArrayRef<JfrObject> All) {
  for (const JfrObject &Sample : All)
    if (const Node N = Contents.find(Sample.Address);
        N != NoNode && matches(Contents, N, Sample))
      Found.emplace_back(N, &Sample);
}

std::vector<SampledAllocations>
SampledObjects::below(const DominatorTree &Tree,
                      ArrayRef<LeakSuspect> Suspects) const {
  DenseMap<Node, SmallVector<size_t, 1>> HeldBy; // By accumulation point.
  for (const auto &[I, S] : enumerate(Suspects))
    for (Node N : S.Points)
      HeldBy[N].push_back(I);
  using Site = std::pair<StringRef, StringRef>; // Class, stack.
  std::vector<std::map<Site, SampledAllocation>> Sites(Suspects.size());
  for (const auto &[N, Sample] : Found) {
    DenseSet<size_t> Known; // Members of a group may contain each other.
    for (Node At = N; At != NoNode; At = Tree.parent(At))
      for (size_t I : HeldBy.lookup(At)) {
        if (!Known.insert(I).second)
          continue;
        SampledAllocation &A = Sites[I][{Sample->Class, Sample->Stack}];
        ++A.Objects;
        if (!A.Oldest || A.Oldest->Age < Sample->Age)
          A.Oldest = Sample;
      }
  }
  std::vector<SampledAllocations> All;
  for (const std::map<Site, SampledAllocation> &Of : Sites) {
    SampledAllocations &Sorted = All.emplace_back();
    for (const auto &[Key, A] : Of)
      Sorted.push_back(A);
    stable_sort(Sorted, [](const auto &A, const auto &B) {
      return A.Objects > B.Objects;
    });
  }
  return All;
}

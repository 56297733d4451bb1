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
                               const JfrObjects &All)
    : G(Contents.graph()), All(All) {
  for (const JfrObject &Sample : All.All)
    if (const Node N = Contents.find(Sample.Address);
        N != NoNode && matches(Contents, N, Sample))
      Found.emplace_back(N, &Sample);
}

namespace {
/// Finds suspects above objects. Walks that meet share their way.
class HolderSearch {
public:
  HolderSearch(const DominatorTree &Tree, ArrayRef<LeakSuspect> Suspects)
      : Tree(Tree) {
    for (const auto &[I, S] : enumerate(Suspects))
      for (Node N : S.Points)
        HeldBy[N].push_back(I);
  }
  /// Calls \p F with each suspect that holds \p N.
  void forEachHolder(Node N, function_ref<void(size_t)> F);

private:
  Node nearest(Node N);

  const DominatorTree &Tree;
  DenseMap<Node, SmallVector<size_t, 1>> HeldBy; ///< By accumulation point.
  DenseMap<Node, Node> Known; ///< Nearest points of some nodes.
};
} // namespace

/// Returns the nearest accumulation point among \p N and its dominators.
Node HolderSearch::nearest(Node N) {
  // Lists can have millions of nodes.
  constexpr unsigned Stride = 256;
  SmallVector<Node, 8> Marks;
  for (uint64_t Steps = 0; N != NoNode && !HeldBy.count(N);
       N = Tree.parent(N)) {
    if (const auto It = Known.find(N); It != Known.end()) {
      N = It->second;
      break;
    }
    if (++Steps % Stride == 0)
      Marks.push_back(N);
  }
  for (Node Mark : Marks)
    Known[Mark] = N;
  return N;
}

void HolderSearch::forEachHolder(Node N, function_ref<void(size_t)> F) {
  DenseSet<size_t> Told; // Members of a group may contain each other.
  for (N = nearest(N); N != NoNode; N = nearest(Tree.parent(N)))
    for (size_t I : HeldBy.find(N)->second)
      if (Told.insert(I).second)
        F(I);
}

std::vector<SampledAllocations>
SampledObjects::below(const DominatorTree &Tree,
                      ArrayRef<LeakSuspect> Suspects) const {
  HolderSearch Search(Tree, Suspects);
  using Site = std::pair<std::string, uint32_t>; // Class, stack.
  std::vector<std::map<Site, SampledAllocation>> Sites(Suspects.size());
  for (const auto &[N, Sample] : Found) {
    const std::string Class = typeName(G, G.types().get(N));
    const auto Add = [&, Age = Sample->Age, Stack = Sample->Stack](size_t I) {
      SampledAllocation &A = Sites[I][{Class, Stack}];
      A.Class = Class;
      A.Stack = All.Stacks[Stack];
      ++A.Objects;
      A.Oldest = std::max(A.Oldest, Age);
    };
    Search.forEachHolder(N, Add);
  }
  std::vector<SampledAllocations> Sorted;
  for (std::map<Site, SampledAllocation> &Of : Sites) {
    SampledAllocations &To = Sorted.emplace_back();
    for (auto &[Key, A] : Of)
      To.push_back(std::move(A));
    stable_sort(
        To, [](const auto &A, const auto &B) { return A.Objects > B.Objects; });
  }
  return Sorted;
}

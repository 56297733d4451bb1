//===- CollectionPlans.cpp - How to read the collections of a dump --------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CollectionPlans.h"
#include "hprof/Java/CollectionRows.h"

using namespace hprof;
using namespace llvm;

CollectionPlans::CollectionPlans(const LintFields &F)
    : G(F.G), Collections(F.Contents.collections()) {
  const size_t N = G.classes().size();
  Buffers.resize(N);
  Slices.resize(N);
  Nexts.resize(N);
  for (ClassNumber C = 0; C != N; ++C) {
    const GraphClass &Class = G.classes()[C];
    if (Class.isArray() || !Class.IsDumped)
      continue;
    Slices[C] = Collections.reader().slice(Class.Id);
    Buffers[C] = Collections.reader().buffer(Class.Id);
  }
  for (const EntryRow &Row : entryRows()) {
    if (Row.Kind != EntryKind::Bucket)
      continue;
    ClassNumber Base = F.findClass(Row.Class);
    for (ClassNumber C = 0; C != N && Base != NoClass; ++C)
      if (!Nexts[C] && F.isA(C, Base))
        Nexts[C] = F.field(C, Row.Links[0], Base);
  }
}

std::vector<Node> CollectionPlans::collections(const DominatorTree &T) const {
  std::vector<Node> All;
  for (Node N = 0; N != G.size(); ++N) {
    const uint64_t Type = G.types().get(N); // Larger for class objects.
    const CollectionRow *Row =
        Type < G.classes().size() ? plan(ClassNumber(Type)).Row : nullptr;
    if (Row && Row->Shape != CollectionShape::Part && T.isReachable(N))
      All.push_back(N);
  }
  return All;
}

Node CollectionPlans::mapAbove(const DominatorTree &T, Node Entry) const {
  // Objects in between: entries, tree bins, the table, a segment, its array.
  Node N = T.parent(Entry);
  for (unsigned Depth = 0; N != NoNode && Depth != 4096; ++Depth) {
    const CollectionRow *Row =
        G.asClass(N) == NoClass ? plan(G.classNumber(N)).Row : nullptr;
    if (Row && Row->Shape != CollectionShape::Part)
      return N;
    N = T.parent(N);
  }
  return NoNode;
}

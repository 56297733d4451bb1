//===- GraphHistogram.cpp - Counts objects of a graph by class ------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Store/GraphHistogram.h"
#include "hprof/Analysis/Store/HeapStore.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

/// Whether \p C is a primitive array class. Dumps may lack its class object.
static bool isPrimitiveArray(const GraphClass &C) {
  return C.Element && *C.Element != BasicType::Object;
}

Histogram hprof::countObjects(const Histogram &Whole, const HeapGraph &G,
                              function_ref<bool(Node)> Wants) {
  Histogram::Parts Parts = Whole.parts();
  Parts.Heaps.clear();
  Parts.Unexplained = Parts.Flattened = 0;
  std::vector<HistogramRow> Rows(G.classes().size());
  for (Node N = 0; N != G.size(); ++N) {
    if (!Wants(N))
      continue;
    HistogramRow One;
    One.Instances = 1;
    Parts.Flattened += G.isFlattened(N);
    One.Shallow = One.Largest = G.shallow(N);
    One.Elements = G.arrayLength(N);
    Rows[G.classNumber(N)].add(One);
  }
  Parts.Rows.clear();
  for (auto [C, Row] : zip(G.classes(), Rows)) {
    if (!Row.Instances)
      continue;
    bool IsPrimitive = isPrimitiveArray(C);
    if (!IsPrimitive && !C.IsDumped)
      Parts.Unexplained += Row.Instances;
    Row.Name = C.Name;
    Row.Class = IsPrimitive ? 0 : C.Id;
    Row.Loader = IsPrimitive ? 0 : C.Loader;
    // Same as when counting: one row for all arrays of a primitive type.
    auto Same = Row.Class
                    ? Parts.Rows.end()
                    : find_if(Parts.Rows, [&C = C](const HistogramRow &R) {
                        return !R.Class && R.Name == C.Name;
                      });
    if (Same == Parts.Rows.end())
      Parts.Rows.push_back(std::move(Row));
    else
      Same->add(Row);
  }
  return Histogram::fromParts(std::move(Parts));
}

Expected<RetainedRows> RetainedRows::compute(HeapStore &S, GroupBy By) {
  const HeapGraph &G = S.graph();
  const NodeGroups In = NodeGroups::of(G, By);
  Expected<RetainedSets> Sets = S.retainedSets(In, By);
  if (!Sets)
    return Sets.takeError();
  RetainedRows Rows(By);
  for (const RetainedSet &Set : Sets->sets()) {
    uint64_t Id = In.id(Set.Group);
    // A histogram has one row for all arrays of a primitive type.
    if (By == GroupBy::Class && Set.Group < G.classes().size() &&
        isPrimitiveArray(G.classes()[Set.Group]))
      Id = 0;
    bool IsLoader = By == GroupBy::Loader;
    // Each object is a member of one group.
    Rows.Reachable += Set.Shallow;
    Rows.Sizes[{Id, IsLoader ? "" : In.name(Set.Group)}] += Set.Retained;
  }
  return Rows;
}

uint64_t RetainedRows::of(const HistogramRow &Row) const {
  auto It = By == GroupBy::Loader ? Sizes.find({Row.Loader, ""})
                                  : Sizes.find({Row.Class, Row.Name});
  return It == Sizes.end() ? 0 : It->second;
}

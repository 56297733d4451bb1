//===- GraphHistogram.cpp - Counts objects of a graph by class ------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Store/GraphHistogram.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

/// Arrays of primitives, whose classes are not objects in some dumps.
static bool isPrimitiveArray(const GraphClass &C) {
  return C.Element && *C.Element != BasicType::Object;
}

Histogram hprof::countObjects(const Histogram &Whole, const HeapGraph &G,
                              function_ref<bool(Node)> Wants) {
  Histogram::Parts Parts = Whole.parts();
  Parts.Heaps.clear();
  Parts.Unexplained = 0;
  std::vector<HistogramRow> Rows(G.classes().size());
  for (Node N = 0; N != G.size(); ++N) {
    if (!Wants(N))
      continue;
    HistogramRow One;
    One.Instances = 1;
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
    // As in a walk: one row for all arrays of a primitive type.
    auto Same = Row.Class ? Parts.Rows.end()
                          : find_if(Parts.Rows, [&](const HistogramRow &R) {
                              return !R.Class && R.Name == Row.Name;
                            });
    if (Same == Parts.Rows.end())
      Parts.Rows.push_back(std::move(Row));
    else
      Same->add(Row);
  }
  return Histogram::fromParts(std::move(Parts));
}

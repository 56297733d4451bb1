//===- GraphMl.cpp - Objects as GraphML -----------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Export/Heap/HeapWriters.h"
#include "Export/Heap/SubGraph.h"
#include "hprof/Tool/Escape.h"
#include "hprof/Tool/Json.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof;
using namespace llvm;

static constexpr uint64_t MostObjects = 10000;

Error hprof::writeGraphMl(HeapStore &Heap, const HeapExportRequest &Request,
                          raw_ostream &OS) {
  Expected<SubGraph> Of = SubGraph::of(Heap, Request, MostObjects);
  if (!Of)
    return Of.takeError();
  const HeapContents &C = **Heap.contents();
  OS << R"(<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <key id="id" for="node" attr.name="id" attr.type="string"/>
  <key id="class" for="node" attr.name="class" attr.type="string"/>
  <key id="shallow" for="node" attr.name="shallow" attr.type="long"/>
  <key id="retained" for="node" attr.name="retained" attr.type="long"/>
  <key id="label" for="edge" attr.name="label" attr.type="string"/>
  <key id="kind" for="edge" attr.name="kind" attr.type="string"/>
  <graph id="heap" edgedefault="directed">
)";
  for (auto [I, O] : enumerate(Of->Objects))
    OS << "    <node id=\"n" << I << "\"><data key=\"id\">"
       << jsonId(C.graph().id(O.Is)) << "</data><data key=\"class\">"
       << xmlText(objectTitle(C.graph(), C, O.Is))
       << "</data><data key=\"shallow\">" << O.Shallow
       << "</data><data key=\"retained\">" << O.Retained << "</data></node>\n";
  for (const SubGraph::Edge &E : Of->Edges)
    OS << "    <edge source=\"n" << E.From << "\" target=\"n" << E.To
       << "\"><data key=\"label\">" << xmlText(E.Label)
       << "</data><data key=\"kind\">"
       << (E.IsDominatorOnly ? "dominator"
           : E.IsWeak        ? "weak"
                             : "reference")
       << "</data></edge>\n";
  OS << "  </graph>\n</graphml>\n";
  return Error::success();
}

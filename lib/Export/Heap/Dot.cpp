//===- Dot.cpp - Objects for Graphviz -------------------------------------===//
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

/// Larger graphs are unreadable, and Graphviz takes minutes to lay them out.
static constexpr uint64_t MostObjects = 100;

/// Graphviz reads at most 16 KiB between quotes.
static constexpr size_t MostText = 200;

/// \p Text in double quotes, where \n and other escapes have a meaning.
static std::string quoted(StringRef Text) {
  std::string Is = "\"", Short;
  if (Text.size() > MostText) {
    Short = toUtf8(Text.take_front(MostText)) + "...";
    Text = Short;
  }
  for (char C : escapeControl(Text)) {
    if (C == '"' || C == '\\')
      Is += '\\';
    Is += C;
  }
  return Is + '"';
}

Error hprof::writeDot(HeapStore &Heap, const HeapExportRequest &Request,
                      raw_ostream &OS) {
  Expected<SubGraph> Of = SubGraph::of(Heap, Request, MostObjects);
  if (!Of)
    return Of.takeError();
  const HeapContents &C = **Heap.contents();
  OS << "digraph heap {\n"
     << "  node [shape=box, fontname=\"sans-serif\"];\n"
     << "  edge [fontname=\"sans-serif\", fontsize=10];\n";
  for (auto [I, O] : enumerate(Of->Objects)) {
    std::string Label = quoted(objectTitle(C.graph(), C, O.Is));
    Label.pop_back();
    OS << "  n" << I << " [label=" << Label << "\\n"
       << jsonId(C.graph().id(O.Is)) << "\\nretains " << O.Retained << " bytes"
       << "\", tooltip="
       << quoted(std::to_string(O.Retained) + " bytes retained, " +
                 std::to_string(O.Shallow) + " bytes shallow")
       << "];\n";
  }
  for (const SubGraph::Edge &E : Of->Edges) {
    OS << "  n" << E.From << " -> n" << E.To;
    if (E.IsDominatorOnly)
      OS << " [style=dotted, arrowhead=empty]";
    else
      OS << " [label=" << quoted(E.Label) << (E.IsWeak ? ", style=dashed" : "")
         << ']';
    OS << ";\n";
  }
  OS << "}\n";
  return Error::success();
}

//===- PathText.cpp - Steps of paths as text ------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PathText.h"
#include "LabelValues.h"
#include "hprof/Analysis/Contents/ObjectTitle.h"
#include "hprof/Analysis/Paths/PathEntries.h"
#include "hprof/Analysis/Paths/PathNames.h"
#include "hprof/Format/Base/ClassName.h"
#include "hprof/Format/Context/DumpContext.h"

using namespace hprof;
using namespace llvm;

const ReferenceLabel &hprof::exactLabel(const PathRow &R, const FoundPaths &A) {
  const PathGroup &G = *R.Group;
  if (R.Exact)
    return *R.Exact;
  R.Exact = G.Label;
  // The index is unique only for a single object.
  if (G.Label.Kind == LabelKind::Element && G.Objects == 1)
    if (std::optional<ReferenceLabel> L =
            A.Of->contents().labelOf(G.From, G.Example))
      R.Exact = *L;
  return *R.Exact;
}

std::string hprof::linkText(const PathRow &R, const FoundPaths &A) {
  const PathGroup &G = *R.Group;
  if (A.Lost)
    return "";
  if (G.Parent == PathGroup::None)
    return rootText(G.Root);
  const HeapContents &C = A.Of->contents();
  if (Node Entry = mapEntry(C, A.Tree, G); Entry != NoNode)
    return entryText(C, Entry);
  if (std::optional<uint64_t> Element = listElement(C, A.Tree, G))
    return "element " + std::to_string(*Element);
  std::string Text =
      withStrength(G.Label.Kind == LabelKind::Element && G.Objects != 1
                       ? "[*]"
                       : C.spell(exactLabel(R, A)),
                   G.Label);
  if (G.Repeats)
    Text += " (repeated)";
  return Text;
}

/// Variable of an entry in a thread's map: " (key: static Job.LOG)".
static Prose threadLocal(const HeapContents &C, Node Entry) {
  const HeapGraph &G = C.graph();
  Prose Text;
  if (G.classOf(Entry).Name != "java.lang.ThreadLocal$ThreadLocalMap$Entry")
    return Text;
  std::optional<FoundObject> O = C.object(Entry);
  std::optional<Value> Referent = O ? C.field(*O, "referent") : std::nullopt;
  if (!Referent)
    return Text; // The dump lacks field names.
  const Node Key = C.find(Referent->Bits);
  if (Key == NoNode)
    return Text << " (key: collected)";
  for (const ClassInfo &Of : C.context().classes())
    for (const StaticField &F : Of.Statics)
      if (isReference(F.Value.Type) && F.Value.Bits == G.id(Key)) {
        Text << " (key: static ";
        return Text.name(C.context().className(Of) + "." +
                         C.context().string(F.Name).value_or("?").str())
               << ")";
      }
  Text << " (key: ";
  return Text.prose(objectProse(C, Key)) << ")";
}

static Prose objects(const HeapContents &C, const PathGroup &G) {
  Prose Text;
  if (G.Objects == 1)
    return Text.prose(objectProse(C, G.Example))
        .prose(threadLocal(C, G.Example));
  const HeapGraph &Graph = C.graph();
  std::string Class = Graph.describe(G.Example);
  if (G.IsJoined)
    Class = stableClassName(Class) + " (several classes)";
  Text.number(G.Objects) << " x ";
  Text.name(Class) << ", for example ";
  if (std::optional<std::string> Content = objectContent(C, G.Example))
    Text.quoted(*Content) << " ";
  return Text.id(Graph.id(G.Example)).prose(threadLocal(C, G.Example));
}

Prose hprof::lineText(const PathRow &R, const FoundPaths &A) {
  Prose Text;
  if (!R.Group) {
    if (!R.More)
      return Text << "... deeper branches omitted";
    return (Text << "... ").count(R.More, "more branch", "more branches");
  }
  const PathGroup &G = *R.Group;
  if (G.Parent == PathGroup::None)
    Text << rootText(G.Root);
  else
    Text.name(linkText(R, A));
  (Text << ": ").prose(objects(A.Of->contents(), G));
  if (G.Ends)
    Text << "  <--";
  if (G.Ends && G.Ends != G.Objects && G.Objects != 1)
    (Text << " ").number(G.Ends) << " of them";
  return R.IsKnown ? Text << ", then as above" : Text;
}

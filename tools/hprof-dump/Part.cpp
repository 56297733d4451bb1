//===- Part.cpp - What the parts of the output have in common -------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Part.h"
#include "FieldSink.h"
#include "hprof/Analysis/Dominators/DominatorTree.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Tool/Json.h"
#include "hprof/Tool/Table.h"

using namespace llvm;
using namespace hprof;

std::string hprof::classOfReference(const Part &P, uint64_t Id) {
  if (const FoundObject *O = P.Finder.get(Id))
    return ObjectView(P.Context, *O).className();
  if (const ClassInfo *C = P.Context.findClass(Id))
    return "class " + P.Context.className(*C);
  return "";
}

std::string hprof::referenceText(const Part &P, uint64_t Id) {
  if (!Id)
    return "null";
  std::string Known = objectText(P, Id);
  return jsonId(Id) + (Known.empty() ? "" : " " + Known);
}

std::string hprof::objectText(const Part &P, uint64_t Id) {
  std::string Out = P.show(classOfReference(P, Id));
  if (std::optional<JavaString> S = javaString(P.Finder, Id))
    Out += " \"" + escapeQuoted(S->Text, '"', P.Mode) +
           (S->IsWhole ? "\"" : "\"...");
  return Out;
}

void hprof::referenceJson(const Part &P, uint64_t Id) {
  json::OStream &J = *P.J;
  J.attribute("id", jsonId(Id));
  std::string Class = classOfReference(P, Id);
  J.attribute("class", Class.empty() ? json::Value(nullptr)
                                     : json::Value(toUtf8(Class)));
  if (std::optional<JavaString> S = javaString(P.Finder, Id)) {
    J.attribute("string", toUtf8(S->Text));
    J.attribute("string_is_whole", S->IsWhole);
  }
}

bool hprof::lacksValues(const Part &P, const FoundObject &O) {
  return !P.Finder.hasValues() &&
         (O.Kind == RecordKind::PrimitiveArrayDump ||
          ObjectView(P.Context, O).className() == "java.lang.String");
}

void hprof::retainedText(const Part &P, uint64_t Id) {
  Node N = P.ShowsRetained ? P.Graph->find(Id) : NoNode;
  if (N == NoNode)
    return;
  P.OS << "  shallow " << bytesNumber(P.Graph->shallow(N)) << '\n';
  if (!P.Tree->isReachable(N)) {
    P.OS << "  no root reaches it\n";
    return;
  }
  P.OS << "  retained " << bytesNumber(P.Tree->retained(N)) << '\n';
  Node Dominator = P.Tree->parent(N);
  if (Dominator == NoNode)
    P.OS << "  no object dominates it\n";
  else
    P.OS << "  dominator " << jsonId(P.Graph->id(Dominator)) << ' '
         << P.show(P.Graph->describe(Dominator)) << ", which retains "
         << P.Tree->retained(Dominator) << '\n';
}

void hprof::retainedJson(const Part &P, uint64_t Id) {
  Node N = P.ShowsRetained ? P.Graph->find(Id) : NoNode;
  if (N == NoNode)
    return;
  json::OStream &J = *P.J;
  J.attribute("shallow", P.Graph->shallow(N));
  J.attribute("reachable", P.Tree->isReachable(N));
  J.attribute("retained", P.Tree->retained(N));
  Node Dominator = P.Tree->parent(N);
  if (Dominator == NoNode)
    return J.attribute("dominator", nullptr);
  J.attributeObject("dominator", [&] {
    J.attribute("id", jsonId(P.Graph->id(Dominator)));
    J.attribute("class", toUtf8(P.Graph->describe(Dominator)));
    J.attribute("retained", P.Tree->retained(Dominator));
  });
}

std::string hprof::fieldText(const Part &P, const Value &V) {
  return isReference(V.Type) ? referenceText(P, V.Bits) : valueText(V);
}

void hprof::fieldJson(const Part &P, const Value &V) {
  P.J->attribute("type", basicTypeName(V.Type));
  if (!isReference(V.Type) || !V.Bits)
    return P.J->attribute("value", valueJson(V));
  P.J->attributeObject("value", [&] { referenceJson(P, V.Bits); });
}

//===- ObjectPart.cpp - Objects and classes, for output -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Objects/ObjectPart.h"
#include "ObjectTables.h"
#include "ShownContents.h"
#include "hprof/Analysis/Dominators/DominatorTree.h"
#include "hprof/Answer/FactList.h"
#include "hprof/Format/Context/DumpContext.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

/// Maximum number of bytes to fetch for arrays and long strings.
static constexpr size_t MaxContent = 16 << 20;

bool hprof::lacksValues(const ObjectScope &S, const FoundObject &O) {
  return !S.Finder.hasValues() &&
         (O.Kind == RecordKind::PrimitiveArrayDump ||
          ObjectView(S.Context, O).className() == "java.lang.String");
}

//===----------------------------------------------------------------------===//
// Objects to show
//===----------------------------------------------------------------------===//

/// Collects the references that the output for \p O contains.
static void collectReferences(const ObjectScope &S, const FoundObject &O,
                              std::vector<uint64_t> &Ids) {
  const ObjectView View(S.Context, O);
  View.forEachField([&](const FieldSlot &F) {
    if (std::optional<Value> V = View.value(F); V && isReference(V->Type))
      Ids.push_back(V->Bits);
  });
  if (O.Kind == RecordKind::ObjectArrayDump)
    for (uint64_t I = 0; I != shownElements(S, View); ++I)
      Ids.push_back(View.element(I).Bits);
}

static void collectReferences(const ClassInfo &C, std::vector<uint64_t> &Ids) {
  Ids.insert(Ids.end(), {C.Loader, C.Signers, C.Domain});
  for (const StaticField &F : C.Statics)
    if (isReference(F.Value.Type))
      Ids.push_back(F.Value.Bits);
}

Error ObjectPart::add(ArrayRef<uint64_t> Ids) {
  const ObjectScope &S = List.Scope;
  if (Error E = fetchStrings(S.Finder, Ids, MaxContent))
    return E;
  std::vector<uint64_t> References;
  for (uint64_t Id : Ids) {
    if (const FoundObject *O = S.Finder.get(Id))
      collectReferences(S, *O, References);
    else if (const ClassInfo *C = S.Context.findClass(Id))
      collectReferences(*C, References);
  }
  if (Error E = fetchStrings(S.Finder, References, StringPreview))
    return E;
  Error Missing = Error::success();
  for (uint64_t Id : Ids) {
    if (const FoundObject *O = S.Finder.get(Id))
      List.Objects.push_back({O, nullptr});
    else if (const ClassInfo *C = S.Context.findClass(Id))
      List.Objects.push_back({nullptr, C});
    else
      Missing = joinErrors(
          std::move(Missing),
          createStringError("no object has the id 0x" + utohexstr(Id, true)));
  }
  return Missing;
}

Error ObjectPart::addClasses() {
  const ObjectScope &S = List.Scope;
  List.AreClasses = true;
  std::vector<uint64_t> Ids;
  for (const ClassInfo &C : S.Context.classes())
    collectReferences(C, Ids);
  if (Error E = fetchStrings(S.Finder, Ids, StringPreview))
    return E;
  for (const ClassInfo &C : S.Context.classes())
    List.Objects.push_back({nullptr, &C});
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Text output
//===----------------------------------------------------------------------===//

static Prose number(uint64_t N) { return Prose() << std::to_string(N); }

static void presentRetained(Presenter &To, const ObjectScope &S, uint64_t Id) {
  const Node N = S.ShowsRetained ? S.Graph->find(Id) : NoNode;
  if (N == NoNode)
    return;
  To.line(Prose("  shallow ").amount(S.Graph->shallow(N)));
  if (!S.Tree->isReachable(N)) {
    To.line("  unreachable");
    return;
  }
  To.line(Prose("  retained ").amount(S.Tree->retained(N)));
  const Node Dominator = S.Tree->parent(N);
  if (Dominator == NoNode) {
    To.line("  no dominator");
    return;
  }
  Prose Line = Prose("  dominator ").id(S.Graph->id(Dominator));
  (Line << " ").name(S.Graph->describe(Dominator)) << ", which retains ";
  To.line(Line.amount(S.Tree->retained(Dominator)));
}

static void presentClass(Presenter &To, const ObjectScope &S,
                         const ClassInfo &C) {
  Prose Title = "class ";
  Title.name(S.Context.className(C)) << " ";
  To.line(Title.id(C.Id));
  FactList Facts;
  if (C.IsLoaded)
    Facts.add("serial", number(C.Serial));
  if (!C.IsDumped) {
    Facts.add("not dumped", Prose());
    return Facts.present(To, /*Indent=*/2);
  }
  Prose Super = "none";
  if (C.Super)
    Super = (Prose().name(S.Context.className(C.Super)) << " ").id(C.Super);
  Facts.add("super", std::move(Super));
  Facts.add("loader",
            C.Loader ? referenceWords(S, C.Loader) : Prose("bootstrap"));
  if (C.Signers)
    Facts.add("signers", referenceWords(S, C.Signers));
  if (C.Domain)
    Facts.add("domain", referenceWords(S, C.Domain));
  Facts.add("size", number(C.InstanceSize));
  if (S.HasOffsets)
    Facts.add("offset", Prose().id(offsetOf(S, C)));
  Facts.present(To, /*Indent=*/2);
  presentRetained(To, S, C.Id);
  if (!C.Statics.empty() || !C.Fields.empty())
    To.table(*fieldsOf(S, C), /*Indent=*/2);
}

static void presentElements(Presenter &To, const ObjectScope &S,
                            const FoundObject &O) {
  const ObjectView View(S.Context, O);
  const uint64_t Shown = shownElements(S, View);
  Prose Line; // Reused for all lines, because arrays may be long.
  for (uint64_t I = 0; I != Shown; ++I) {
    Line.clear();
    addValue(Line << "  [" << std::to_string(I) << "] ", S, View.element(I));
    To.line(Line);
  }
  if (Shown < O.Length)
    To.line(Prose("  ... ").number(O.Length - Shown) << " more");
}

static void presentObject(Presenter &To, const ObjectScope &S,
                          const FoundObject &O) {
  To.line(referenceWords(S, O.Id));
  FactList Facts;
  Facts.add("record", recordInfo(O.Kind).Text);
  if (S.HasOffsets)
    Facts.add("offset", Prose().id(O.Offset));
  if (O.Class)
    Facts.add("class", Prose().id(O.Class));
  Facts.add("trace", number(O.TraceSerial));
  Facts.add(O.isArray() ? "length" : "bytes", Prose().number(O.Length));
  Facts.present(To, /*Indent=*/2);
  if (O.Repeats)
    To.line(Prose("  the first of ").number(O.Repeats + 1)
            << " objects with this id");
  presentRetained(To, S, O.Id);
  To.table(*fieldsOf(S, O), /*Indent=*/2);
  if (!ObjectView(S.Context, O).hasFields() && !O.isArray() && O.Size)
    To.line(S.Context.instances().find(O.Class)
                ? "  fields unknown: no class in the dump declares them"
                : "  fields unknown: its class or a superclass is missing");
  if (S.ShowsContents)
    presentContents(To, S, O.Id);
  if (lacksValues(S, O))
    To.line("  no values in this format");
  else if (O.isArray())
    presentElements(To, S, O);
}

void ObjectPart::present(Presenter &To) const {
  for (const ShownObject &Is : List.Objects)
    if (Is.Object)
      presentObject(To, List.Scope, *Is.Object);
    else
      presentClass(To, List.Scope, *Is.Class);
}

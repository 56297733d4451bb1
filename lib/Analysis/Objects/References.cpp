//===- References.cpp - References as text and columns --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "References.h"
#include "hprof/Format/Context/DumpContext.h"

using namespace hprof;
using namespace llvm;

static std::string classOfReference(const ObjectScope &S, uint64_t Id) {
  if (const FoundObject *O = S.Finder.get(Id))
    return ObjectView(S.Context, *O).className();
  if (const ClassInfo *C = S.Context.findClass(Id))
    return "class " + S.Context.className(*C);
  return "";
}

Referenced::Referenced(const ObjectScope &S, uint64_t Id)
    : Id(Id), Class(classOfReference(S, Id)), Text(javaString(S.Finder, Id)) {}

Datum hprof::classOf(const Referenced &Ref) {
  return Ref.Class.empty() ? Datum(Datum::Null()) : Datum(StringRef(Ref.Class));
}

Datum hprof::textOf(const Referenced &Ref) {
  return Ref.Text ? Datum(StringRef(Ref.Text->Text)) : Datum();
}

Datum hprof::wholenessOf(const Referenced &Ref) {
  return Ref.Text ? Datum(Ref.Text->IsWhole) : Datum();
}

HPROF_TABLE_BEGIN(referenceColumns, Reference, NothingAsked, "object-reference",
                  "The target of a reference.")
#include "ReferenceColumns.def"
HPROF_TABLE_END

const TableInfo &hprof::referenceTable() { return referenceColumns(); }

std::unique_ptr<Rows> hprof::referenceRow(const ObjectScope &S, uint64_t Id) {
  return ownRow(referenceColumns(), NothingAsked::value(),
                Reference{Referenced(S, Id)});
}

Datum hprof::referenceOrNull(const ObjectScope &S, uint64_t Id) {
  return Id ? Datum(referenceRow(S, Id)) : Datum(Datum::Null());
}

void hprof::addObject(Prose &To, const ObjectScope &S, uint64_t Id,
                      StringRef Before) {
  Referenced Ref(S, Id);
  if (!Ref.Class.empty() || Ref.Text)
    To << Before;
  if (!Ref.Class.empty())
    To.name(std::move(Ref.Class));
  if (Ref.Text)
    (To << " ").quoted(Ref.Text->Text) << (Ref.Text->IsWhole ? "" : "...");
}

static void addReference(Prose &To, const ObjectScope &S, uint64_t Id) {
  if (!Id) {
    To << "null";
    return;
  }
  addObject(To.id(Id), S, Id, " ");
}

Prose hprof::referenceWords(const ObjectScope &S, uint64_t Id) {
  Prose Out;
  addReference(Out, S, Id);
  return Out;
}

void hprof::addValue(Prose &To, const ObjectScope &S, const Value &V) {
  if (isReference(V.Type))
    addReference(To, S, V.Bits);
  else
    To.value(V);
}

Datum hprof::valueDatum(const ObjectScope &S, const Value &V) {
  return isReference(V.Type) && V.Bits ? Datum(referenceRow(S, V.Bits))
                                       : Datum(V);
}

//===- ObjectTables.cpp - Tables of objects and classes -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ObjectTables.h"
#include "ShownContents.h"
#include "hprof/Analysis/Contents/HeapContents.h"
#include "hprof/Analysis/Dominators/DominatorTree.h"
#include "hprof/Format/Context/DumpContext.h"

using namespace hprof;
using namespace llvm;

uint64_t hprof::offsetOf(const ObjectScope &S, const ClassInfo &C) {
  if (S.Contents)
    if (std::optional<uint64_t> Offset =
            S.Contents->offset(S.Contents->find(C.Id)))
      return *Offset;
  return C.DumpOffset;
}

uint64_t hprof::shownElements(const ObjectScope &S, const ObjectView &View) {
  return std::min(View.numElements(), S.Top);
}

//===----------------------------------------------------------------------===//
// Fields
//===----------------------------------------------------------------------===//

namespace {
struct ShownField {
  uint64_t Name; ///< Id of the name's string.
  BasicType Type;
  const ClassInfo *DeclaredBy; ///< Null for static fields.
  /// Set for fields of objects and for static fields.
  std::optional<Value> Is;
};
} // namespace

static StringRef nameOf(const ShownField &F, const ObjectScope &S) {
  return S.Context.string(F.Name).value_or("?");
}

static Datum declarerOf(const ShownField &F, const ObjectScope &S) {
  return F.DeclaredBy ? Datum(S.Context.className(*F.DeclaredBy)) : Datum();
}

static Datum placeOf(const ShownField &F, const ObjectScope &S) {
  return F.DeclaredBy ? Datum(S.Context.className(*F.DeclaredBy))
         : F.Is       ? Datum("static")
                      : Datum("field");
}

static Prose valueText(const ShownField &F, const ObjectScope &S) {
  Prose Out;
  if (F.Is)
    addValue(Out << "= ", S, *F.Is);
  return Out;
}

HPROF_TABLE_BEGIN(fieldTable, ShownField, ObjectScope, "object-field",
                  "A field.")
HPROF_COLUMN(Text, "name", ForJson, nameOf(R, A), "Name of the field.")
HPROF_OPTIONAL(Text, "declared_by", ForJson, declarerOf(R, A),
               "For an object: class that declares the field.")
HPROF_TITLED(" ", Text, "declared_by", ForText, placeOf(R, A), "For display.")
HPROF_TITLED(" ", Text, "type", ForText | ForJson, basicTypeName(R.Type),
             "Type of the field.")
HPROF_TITLED(" ", Text, "name", ForText, nameOf(R, A), "For display.")
HPROF_NESTED_OPTIONAL(
    Value, &referenceTable(), "value", ForJson,
    R.Is ? valueDatum(A, *R.Is) : Datum(),
    "Value of the field; in classes, only static fields have values.")
HPROF_TITLED(" ", Text, "value", ForText, valueText(R, A), "For display.")
HPROF_TABLE_END

static std::unique_ptr<Rows> fieldRows(const ObjectScope &S,
                                       std::vector<ShownField> Fields) {
  return std::make_unique<RowsOf<ShownField, ObjectScope>>(
      fieldTable(), S, [Fields = std::move(Fields), At = size_t(0)]() mutable {
        return At == Fields.size() ? nullptr : &Fields[At++];
      });
}

std::unique_ptr<Rows> hprof::fieldsOf(const ObjectScope &S,
                                      const FoundObject &O) {
  std::vector<ShownField> Fields;
  const ObjectView View(S.Context, O);
  View.forEachField([&](const FieldSlot &Slot) {
    if (std::optional<Value> V = View.value(Slot))
      Fields.push_back({Slot.NameId, Slot.Type, Slot.Class, V});
  });
  return fieldRows(S, std::move(Fields));
}

static void addStatics(std::vector<ShownField> &To, const ClassInfo &C) {
  for (const StaticField &F : C.Statics)
    To.push_back({F.Name, F.Value.Type, nullptr, F.Value});
}

static void addFields(std::vector<ShownField> &To, const ClassInfo &C) {
  for (const InstanceField &F : C.Fields)
    To.push_back({F.Name, F.Type, nullptr, std::nullopt});
}

std::unique_ptr<Rows> hprof::fieldsOf(const ObjectScope &S,
                                      const ClassInfo &C) {
  std::vector<ShownField> Fields;
  addStatics(Fields, C);
  addFields(Fields, C);
  return fieldRows(S, std::move(Fields));
}

//===----------------------------------------------------------------------===//
// Elements and dominators
//===----------------------------------------------------------------------===//

namespace {
struct Element {
  BasicType Type;
  std::optional<Value> Is; ///< Not set if the format lacks the value.
};
} // namespace

HPROF_TABLE_BEGIN(elementTable, Element, ObjectScope, "array-element",
                  "An element of an array.")
HPROF_COLUMN(Text, "type", ForJson, basicTypeName(R.Type),
             "Type of the element.")
HPROF_NESTED(Value, &referenceTable(), "value", ForJson,
             R.Is ? valueDatum(A, *R.Is) : Datum(Datum::Null()),
             "Value of the element; null in formats without values.")
HPROF_TABLE_END

static std::unique_ptr<Rows> elementsOf(const ObjectScope &S,
                                        const FoundObject &O) {
  const ObjectView View(S.Context, O);
  return madeRows(elementTable(), S, shownElements(S, View),
                  [&O, View, Lacks = lacksValues(S, O)](size_t I) {
                    if (Lacks)
                      return Element{O.ElementType, std::nullopt};
                    const Value V = View.element(I);
                    return Element{V.Type, V};
                  });
}

HPROF_TABLE_BEGIN(dominatorTable, Node, ObjectScope, "object-dominator",
                  "The immediate dominator of an object.")
HPROF_COLUMN(Id, "id", ForJson, A.Graph->id(R), "Id of the dominator.")
HPROF_COLUMN(Text, "class", ForJson, A.Graph->describe(R),
             "Class of the dominator.")
HPROF_COLUMN(Bytes, "retained", ForJson, A.Tree->retained(R),
             "Retained size of the dominator.")
HPROF_TABLE_END

//===----------------------------------------------------------------------===//
// Objects and classes
//===----------------------------------------------------------------------===//

namespace {
struct ShownRow {
  ShownObject Is;
  Referenced Ref;
  Node At; ///< Set if the object's retained size is shown.
  /// Returns the class if it has a CLASS DUMP.
  const ClassInfo *dumpedClass() const {
    return Is.Class && Is.Class->IsDumped ? Is.Class : nullptr;
  }
};
} // namespace

static Datum ofObject(const ShownRow &R, Datum Value) {
  return R.Is.Object ? std::move(Value) : Datum();
}

static Datum nameOf(const ShownRow &R, const ObjectScope &S) {
  return R.Is.Class ? Datum(S.Context.className(*R.Is.Class)) : Datum();
}

static Datum serialOf(const ShownRow &R) {
  if (!R.Is.Class)
    return {};
  return R.Is.Class->IsLoaded ? Datum(R.Is.Class->Serial)
                              : Datum(Datum::Null());
}

static Datum dumpedOf(const ShownRow &R) {
  return R.Is.Class ? Datum(R.Is.Class->IsDumped) : Datum();
}

static Datum reference(const ShownRow &R, const ObjectScope &S,
                       uint64_t ClassInfo::*Member) {
  const ClassInfo *C = R.dumpedClass();
  return C ? referenceOrNull(S, C->*Member) : Datum();
}

static Datum instanceSizeOf(const ShownRow &R) {
  const ClassInfo *C = R.dumpedClass();
  return C ? Datum(C->InstanceSize) : Datum();
}

static Datum classIdOf(const ShownRow &R) {
  if (!R.Is.Object)
    return {};
  return R.Is.Object->Class ? Datum(uint64_t(R.Is.Object->Class))
                            : Datum(Datum::Null());
}

static Datum kindOf(const ShownRow &R) {
  if (!R.Is.Object)
    return {};
  switch (R.Is.Object->Kind) {
  case RecordKind::InstanceDump:
    return "instance";
  case RecordKind::ObjectArrayDump:
    return "object_array";
  default:
    return "primitive_array";
  }
}

static Datum offsetOf(const ShownRow &R, const ObjectScope &S) {
  if (R.Is.Class && !R.Is.Class->IsDumped)
    return {};
  if (!S.HasOffsets)
    return Datum::Null();
  return R.Is.Object ? uint64_t(R.Is.Object->Offset) : offsetOf(S, *R.Is.Class);
}

static Datum traceOf(const ShownRow &R) {
  return R.Is.Object ? Datum(R.Is.Object->TraceSerial) : Datum();
}

static Datum lengthOf(const ShownRow &R) {
  return R.Is.Object ? Datum(R.Is.Object->Length) : Datum();
}

static Datum shallowOf(const ShownRow &R, const ObjectScope &S) {
  return R.At == NoNode ? Datum() : Datum(S.Graph->shallow(R.At));
}

static Datum reachableOf(const ShownRow &R, const ObjectScope &S) {
  return R.At == NoNode ? Datum() : Datum(S.Tree->isReachable(R.At));
}

static Datum retainedOf(const ShownRow &R, const ObjectScope &S) {
  return R.At == NoNode ? Datum() : Datum(S.Tree->retained(R.At));
}

static Datum dominatorOf(const ShownRow &R, const ObjectScope &S) {
  if (R.At == NoNode)
    return {};
  const Node Dominator = S.Tree->parent(R.At);
  return Dominator == NoNode ? Datum(Datum::Null())
                             : Datum(ownRow(dominatorTable(), S, Dominator));
}

static Datum staticsOf(const ShownRow &R, const ObjectScope &S) {
  if (!R.dumpedClass())
    return {};
  std::vector<ShownField> Fields;
  addStatics(Fields, *R.Is.Class);
  return fieldRows(S, std::move(Fields));
}

static Datum fieldsOf(const ShownRow &R, const ObjectScope &S) {
  if (R.Is.Object)
    return fieldsOf(S, *R.Is.Object);
  if (!R.dumpedClass())
    return {};
  std::vector<ShownField> Fields;
  addFields(Fields, *R.Is.Class);
  return fieldRows(S, std::move(Fields));
}

static Datum elementsOf(const ShownRow &R, const ObjectScope &S) {
  return R.Is.Object && R.Is.Object->isArray()
             ? Datum(elementsOf(S, *R.Is.Object))
             : Datum();
}

HPROF_TABLE_BEGIN(objectTable, ShownRow, ObjectScope, "shown-object",
                  "An object or class.")
HPROF_COLUMN(Id, "id", ForJson, R.Ref.Id, "Id of the object or class.")
HPROF_OPTIONAL(Text, "name", ForJson, nameOf(R, A), "Name of a class.")
HPROF_ANSWER_COLUMN(nullptr, Number, "serial", ForJson, true, "", "", nullptr,
                    true, serialOf(R),
                    "Serial number of a class in the records.")
HPROF_OPTIONAL(Flag, "dumped", ForJson, dumpedOf(R),
               "Whether a class has a CLASS DUMP record; otherwise, nothing "
               "else is known.")
HPROF_ANSWER_COLUMN(nullptr, Record, "super", ForJson, true, "", "",
                    &referenceTable(), true, reference(R, A, &ClassInfo::Super),
                    "Superclass of a class.")
HPROF_ANSWER_COLUMN(nullptr, Record, "loader", ForJson, true, "", "",
                    &referenceTable(), true,
                    reference(R, A, &ClassInfo::Loader),
                    "Class loader of a class.")
HPROF_ANSWER_COLUMN(nullptr, Record, "signers", ForJson, true, "", "",
                    &referenceTable(), true,
                    reference(R, A, &ClassInfo::Signers), "Signers of a class.")
HPROF_ANSWER_COLUMN(nullptr, Record, "protection_domain", ForJson, true, "", "",
                    &referenceTable(), true,
                    reference(R, A, &ClassInfo::Domain),
                    "Protection domain of a class.")
HPROF_OPTIONAL(
    Bytes, "instance_size", ForJson, instanceSizeOf(R),
    "Instance size in the CLASS DUMP of a class: bytes of the fields.")
HPROF_ANSWER_COLUMN(nullptr, Text, "class", ForJson, true, "", "", nullptr,
                    true, ofObject(R, classOf(R.Ref)), "Class of an object.")
HPROF_OPTIONAL(Text, "string", ForJson, ofObject(R, textOf(R.Ref)),
               "Contents of a java.lang.String or char[].")
HPROF_OPTIONAL(Flag, "string_is_whole", ForJson,
               ofObject(R, wholenessOf(R.Ref)),
               "Whether the contents are complete.")
HPROF_ANSWER_COLUMN(nullptr, Id, "class_id", ForJson, true, "", "", nullptr,
                    true, classIdOf(R), "Id of the class of an object.")
HPROF_OPTIONAL(Word, "kind", ForJson, kindOf(R), "Kind of an object.")
HPROF_ANSWER_COLUMN(
    nullptr, Number, "offset", ForJson, true, "", "", nullptr, true,
    offsetOf(R, A),
    "Offset of the record in the file; null for converted input.")
HPROF_OPTIONAL(Number, "trace_serial", ForJson, traceOf(R),
               "Serial number of the stack trace of an object.")
HPROF_OPTIONAL(
    Count, "length", ForJson, lengthOf(R),
    "Number of elements of an array, or bytes of an instance's fields.")
HPROF_OPTIONAL(Bytes, "shallow", ForJson, shallowOf(R, A),
               "With --retained: shallow size.")
HPROF_OPTIONAL(Flag, "reachable", ForJson, reachableOf(R, A),
               "Whether the object is reachable.")
HPROF_OPTIONAL(Bytes, "retained", ForJson, retainedOf(R, A), "Retained size.")
HPROF_ANSWER_COLUMN(nullptr, Record, "dominator", ForJson, true, "", "",
                    &dominatorTable(), true, dominatorOf(R, A),
                    "Immediate dominator, or null.")
HPROF_NESTED_OPTIONAL(List, &fieldTable(), "statics", ForJson, staticsOf(R, A),
                      "Static fields of a class.")
HPROF_NESTED_OPTIONAL(List, &fieldTable(), "fields", ForJson, fieldsOf(R, A),
                      "Fields of an object, or fields that a class declares.")
HPROF_NESTED_OPTIONAL(List, &elementTable(), "elements", ForJson,
                      elementsOf(R, A), "Elements of an array.")
HPROF_NESTED_OPTIONAL(
    Record, &contentsTable(), "contents", ForJson,
    R.Is.Object ? contentsOf(A, R.Ref.Id) : Datum(),
    "Contents of a collection, string builder or boxed primitive.")
HPROF_TABLE_END

static ShownRow rowOf(const ObjectScope &S, const ShownObject &Is) {
  const uint64_t Id = Is.Object ? uint64_t(Is.Object->Id) : Is.Class->Id;
  const bool HasNode = S.ShowsRetained && (Is.Object || Is.Class->IsDumped);
  return {Is, Is.Object ? Referenced(S, Id) : Referenced(Id),
          HasNode ? S.Graph->find(Id) : NoNode};
}

std::unique_ptr<Rows> hprof::objectsOf(const ObjectPart::Shown &List) {
  return madeRows(
      objectTable(), List.Scope, List.Objects.size(),
      [&List](size_t I) { return rowOf(List.Scope, List.Objects[I]); });
}

HPROF_TABLE_BEGIN(partTable, ObjectPart::Shown, ObjectPart::Shown,
                  "object-part", "Objects and classes in a dump.")
HPROF_NESTED_IF(!A.AreClasses, List, &objectTable(), "objects", ForJson,
                objectsOf(R), "The requested objects and classes.")
HPROF_NESTED_IF(A.AreClasses, List, &objectTable(), "classes", ForJson,
                objectsOf(R), "All classes.")
HPROF_TABLE_END

std::unique_ptr<Rows> ObjectPart::facts() const {
  return oneRow(partTable(), List, List);
}

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

namespace field {
using Row = ShownField;
using Asked = ObjectScope;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "FieldColumns.def"
  };
  static const Table<Row, Asked> Is("object-field", "A field.", Columns);
  return Is;
}
} // namespace field

static const TableInfo &fieldTable() { return field::table(); }

static std::unique_ptr<Rows> fieldRows(const ObjectScope &S,
                                       std::vector<ShownField> Fields) {
  return std::make_unique<RowsOf<ShownField, ObjectScope>>(
      field::table(), S,
      [Fields = std::move(Fields), At = size_t(0)]() mutable {
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

namespace element {
using Row = Element;
using Asked = ObjectScope;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "ElementColumns.def"
  };
  static const Table<Row, Asked> Is("array-element", "An element of an array.",
                                    Columns);
  return Is;
}
} // namespace element

static const TableInfo &elementTable() { return element::table(); }

static std::unique_ptr<Rows> elementsOf(const ObjectScope &S,
                                        const FoundObject &O) {
  const ObjectView View(S.Context, O);
  return madeRows(element::table(), S, shownElements(S, View),
                  [&O, View, Lacks = lacksValues(S, O)](size_t I) {
                    if (Lacks)
                      return Element{O.ElementType, std::nullopt};
                    const Value V = View.element(I);
                    return Element{V.Type, V};
                  });
}

namespace dominator {
using Row = Node;
using Asked = ObjectScope;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "DominatorColumns.def"
  };
  static const Table<Row, Asked> Is(
      "object-dominator", "The immediate dominator of an object.", Columns);
  return Is;
}
} // namespace dominator

static const TableInfo &dominatorTable() { return dominator::table(); }

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
                             : Datum(ownRow(dominator::table(), S, Dominator));
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

namespace object {
using Row = ShownRow;
using Asked = ObjectScope;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "ObjectColumns.def"
  };
  static const Table<Row, Asked> Is("shown-object", "An object or class.",
                                    Columns);
  return Is;
}
} // namespace object

static const TableInfo &objectTable() { return object::table(); }

static ShownRow rowOf(const ObjectScope &S, const ShownObject &Is) {
  const uint64_t Id = Is.Object ? uint64_t(Is.Object->Id) : Is.Class->Id;
  const bool HasNode = S.ShowsRetained && (Is.Object || Is.Class->IsDumped);
  return {Is, Is.Object ? Referenced(S, Id) : Referenced(Id),
          HasNode ? S.Graph->find(Id) : NoNode};
}

std::unique_ptr<Rows> hprof::objectsOf(const ObjectPart::Shown &List) {
  return madeRows(
      object::table(), List.Scope, List.Objects.size(),
      [&List](size_t I) { return rowOf(List.Scope, List.Objects[I]); });
}

namespace part {
using Row = ObjectPart::Shown;
using Asked = ObjectPart::Shown;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "ObjectPartColumns.def"
  };
  static const Table<Row, Asked> Is("object-part",
                                    "Objects and classes in a dump.", Columns);
  return Is;
}
} // namespace part

std::unique_ptr<Rows> ObjectPart::facts() const {
  return oneRow(part::table(), List, List);
}

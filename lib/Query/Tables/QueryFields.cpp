//===- QueryFields.cpp - Fields of one object -----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Query/Heap/ObjectText.h"
#include "TableKit.h"
#include "hprof/Analysis/Heap/HeapFile.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Tool/ValueText.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

namespace {
struct FoundField {
  std::string Name, Declarer;
  const char *Kind = "instance";
  BasicType Type = BasicType::Object;
  std::optional<Value> Is;
  Node Of = NoNode; ///< The object with the field.
  bool IsElement = false;

  uint64_t target() const { return Is && isReference(Type) ? Is->Bits : 0; }
};
} // namespace

static Datum declarerOf(const FoundField &R) {
  return R.Declarer.empty() ? Datum(Datum::Null())
                            : Datum(StringRef(R.Declarer));
}

static Datum targetId(const FoundField &R) {
  return numberIf(R.target(), R.target());
}

static Node targetOf(const QueryHeap &A, const FoundField &R) {
  return R.target() ? A.graph().find(R.target()) : NoNode;
}

static Datum targetClass(const QueryHeap &A, const FoundField &R) {
  const Node N = targetOf(A, R);
  return N == NoNode ? Datum(Datum::Null()) : Datum(A.graph().describe(N));
}

static Datum targetRetained(const QueryHeap &A, const FoundField &R) {
  const Node N = targetOf(A, R);
  return N == NoNode ? Datum(Datum::Null()) : A.retained(N);
}

static Datum saidOf(const QueryHeap &A, const FoundField &R) {
  if (!R.Is || !A.isShown(R.Of, R.IsElement ? "" : StringRef(R.Name), *R.Is))
    return Datum::Null();
  if (!isReference(R.Type))
    return valueText(*R.Is);
  const Node N = targetOf(A, R);
  std::optional<std::string> Text =
      N == NoNode ? std::nullopt : objectText(A.contents(), N);
  if (!Text)
    return Datum::Null();
  return A.shownAs(R.Name, N, std::move(*Text));
}

HPROF_TABLE_BEGIN(fieldTable, FoundField, QueryHeap, "fields",
                  "A field of an object, or an element of an array.")
HPROF_COLUMN(Text, "name", ForAll, StringRef(R.Name),
             "Name of the field; for an element, its index, such as [3].")
HPROF_WORD("instance|static|element", "kind", ForAll, R.Kind, "Kind of field.")
HPROF_NULLABLE(Text, "declared_in", ForAll | Repeats, declarerOf(R),
               "Class that declares the field; null for elements.")
HPROF_COLUMN(Text, "type", ForAll | Repeats, basicTypeName(R.Type),
             "Type: object for references, otherwise as in Java.")
HPROF_NULLABLE(Text, "value", ForAll, saidOf(A, R),
               "Primitive value as in Java source, or text(id) of the "
               "referenced object; null if missing from the dump or hidden.")
HPROF_NULLABLE(Id, "id", ForAll, targetId(R),
               "Id of the referenced object; null for a null reference and for "
               "primitive values.")
HPROF_NULLABLE(Text, "class", ForAll | Repeats, targetClass(A, R),
               "Class of the referenced object.")
HPROF_NULLABLE(Bytes, "retained", ForAll, targetRetained(A, R),
               "Retained size of the referenced object in bytes.")
HPROF_TABLE_END

/// Fields of an instance, those of its own class first.
static std::vector<FoundField> instanceFields(const HeapContents &C, Node N) {
  std::vector<FoundField> All;
  const InstanceShape *Shape = C.shape(C.graph().classNumber(N));
  const std::optional<FoundObject> O = C.object(N);
  if (!Shape || !O)
    return All;
  const ObjectView View(C.context(), *O);
  Shape->forEachField(UINT64_MAX, [&](const FieldSlot &F) {
    FoundField &Now = All.emplace_back();
    Now.Of = N;
    Now.Name = C.context().string(F.NameId).value_or("").str();
    Now.Declarer = C.context().className(*F.Class);
    Now.Type = F.Type;
    if (C.file().hasValues() || isReference(F.Type))
      Now.Is = View.value(F);
  });
  return All;
}

static std::vector<FoundField> staticFields(const HeapContents &C,
                                            ClassNumber Class) {
  std::vector<FoundField> All;
  const GraphClass &Is = C.graph().classes()[Class];
  const ClassInfo *Info = C.context().findClass(Is.Id);
  if (!Info || !Info->IsDumped)
    return All;
  for (const StaticField &F : Info->Statics) {
    FoundField &Now = All.emplace_back();
    Now.Of = Is.Object;
    Now.Name = C.context().string(F.Name).value_or("").str();
    Now.Declarer = Is.Name;
    Now.Kind = "static";
    Now.Type = F.Value.Type;
    Now.Is = F.Value;
  }
  return All;
}

namespace {
class FieldTable final : public QueryTable {
public:
  explicit FieldTable(QueryHeap &Heap) : Heap(Heap) {}

  const TableInfo &info() const override { return fieldTable(); }
  ArrayRef<QueryParameter> parameters() const override {
    static constexpr QueryParameter Of[] = {
        {"of", true, "the id of an object", /*IsId=*/true}};
    return Of;
  }
  uint64_t expected() const override { return 20; }
  Expected<QueryRows> rows(const RowRequest &Request) override;

private:
  QueryRows elements(Node N);

  QueryHeap &Heap;
};
} // namespace

/// Returns elements one by one, because an array may have a billion of them.
QueryRows FieldTable::elements(Node N) {
  std::optional<FoundObject> O = Heap.contents().object(N);
  return pulledRows(fieldTable(), Heap, FoundField(),
                    [&Heap = Heap, O = std::move(O), N,
                     I = uint64_t(0)](FoundField &R) mutable {
                      const HeapContents &C = Heap.contents();
                      if (!O)
                        return false;
                      const ObjectView View(C.context(), *O);
                      if (I >= View.numElements())
                        return false;
                      R.Name = "[" + utostr(I) + "]";
                      R.Kind = "element";
                      R.Of = N;
                      R.IsElement = true;
                      R.Is = View.element(I++);
                      R.Type = R.Is->Type;
                      if (!C.file().hasValues() && !isReference(R.Type))
                        R.Is.reset();
                      return true;
                    });
}

Expected<QueryRows> FieldTable::rows(const RowRequest &Request) {
  static constexpr ColumnNeed Needs[] = {{"retained", &QueryHeap::needTree}};
  if (Error E = prepare(Heap, info(), Request, Needs))
    return E;
  if (Error E = Heap.needContents())
    return E;
  const QueryValue *Id = Request.equal("of");
  const std::optional<uint64_t> Number = Id ? Id->number() : std::nullopt;
  const Node N = Number ? Heap.graph().find(*Number) : NoNode;
  if (N != NoNode && Heap.graph().asClass(N) == NoClass &&
      Heap.graph().classOf(N).isArray())
    return elements(N);
  std::vector<FoundField> All;
  if (N != NoNode)
    All = Heap.graph().asClass(N) == NoClass
              ? instanceFields(Heap.contents(), N)
              : staticFields(Heap.contents(), Heap.graph().asClass(N));
  return pulledRows(
      fieldTable(), Heap, FoundField(),
      [All = std::move(All), I = size_t(0)](FoundField &R) mutable {
        if (I == All.size())
          return false;
        R = std::move(All[I++]);
        return true;
      });
}

std::unique_ptr<QueryTable> hprof::fieldTable(QueryHeap &Heap) {
  return std::make_unique<FieldTable>(Heap);
}

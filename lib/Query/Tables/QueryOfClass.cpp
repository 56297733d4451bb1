//===- QueryOfClass.cpp - The objects of one class ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ClassFields.h"
#include "NodeScan.h"
#include "Query/Heap/FieldPath.h"
#include "Query/Heap/Subclasses.h"
#include "TableKit.h"
#include "hprof/Format/Context/DumpContext.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

namespace {
/// Object of the current row.
struct ObjectRow {
  Node N = NoNode;
  mutable std::optional<FoundObject> Object;
  mutable bool IsRead = false;
};
} // namespace

HPROF_TABLE_BEGIN(
    instanceTable, ObjectRow, QueryHeap, "\"com.acme.User\"",
    "An instance of the class with that name; (1) after the name includes "
    "instances of subclasses. Each field, including fields of superclasses, "
    "is an additional column. A hidden field is prefixed with its declaring "
    "class: \"com.acme.Base.name\".")
HPROF_COLUMN(Id, "_id", ForAll, A.graph().id(R.N), "Id of the object.")
HPROF_COLUMN(Text, "_class", ForAll | Repeats,
             StringRef(A.graph().classOf(R.N).Name), "Class of the object.")
HPROF_NULLABLE(Id, "_class_id", ForAll,
               numberIf(A.graph().classOf(R.N).Id, A.graph().classOf(R.N).Id),
               "Id of the class.")
HPROF_NULLABLE(Id, "_loader", ForAll,
               numberIf(A.graph().classOf(R.N).Loader,
                        A.graph().classOf(R.N).Loader),
               "Id of the class loader; null for the bootstrap loader.")
HPROF_COLUMN(Bytes, "_shallow", ForAll, A.graph().shallow(R.N),
             "Shallow size in bytes.")
HPROF_NULLABLE(Bytes, "_retained", ForAll, A.retained(R.N),
               "Retained size in bytes; null for unreachable objects.")
HPROF_NULLABLE(Id, "_dominator", ForAll, idOf(A, A.tree().parent(R.N)),
               "Id of the immediate dominator, or null.")
HPROF_NULLABLE(Count, "_length", ForAll,
               numberIf(A.graph().classOf(R.N).isArray(),
                        A.graph().arrayLength(R.N)),
               "Number of elements of an array; null for other objects.")
HPROF_TABLE_END

const TableInfo &hprof::anyClassTable() { return instanceTable(); }

namespace {
class ClassTable final : public QueryTable {
public:
  ClassTable(QueryHeap &Heap, StringRef Name, std::vector<ClassNumber> Of);

  const TableInfo &info() const override { return Info; }
  ArrayRef<QueryParameter> parameters() const override {
    static constexpr QueryParameter All[] = {
        {"_subclasses", false, "1 includes instances of subclasses"}};
    return All;
  }
  ArrayRef<QueryKey> keys() const override { return NodeScan::keys("_"); }
  uint64_t omitted() const override { return Fields.omitted(); }
  StringRef order() const override { return "_retained"; }
  uint64_t expected() const override {
    uint64_t Sum = 0;
    for (ClassNumber C : Of)
      Sum += Heap.expectedObjects(C);
    return Sum;
  }
  Expected<QueryRows> rows(const RowRequest &Request) override;

  QueryHeap &Heap;
  ClassFields Fields;

private:
  std::string Name;
  std::vector<ClassNumber> Of;
  TableInfo Info;
};

class ClassRows final : public Rows {
public:
  /// \p Number receives the number of the current row.
  ClassRows(ClassTable &Of, NodeScan Scan, std::shared_ptr<uint64_t> Number)
      : Of(Of), Scan(std::move(Scan)), Number(std::move(Number)) {}

  const TableInfo &info() const override { return Of.info(); }
  bool next() override {
    Now = {};
    Now.N = Scan.next();
    *Number = Now.N;
    return Now.N != NoNode;
  }
  Datum get(unsigned Column) const override {
    const size_t Common = instanceTable().Typed.size();
    return Column < Common ? instanceTable().Typed[Column].Get(Now, Of.Heap)
                           : field(Column - unsigned(Common));
  }

private:
  Datum field(unsigned I) const;

  ClassTable &Of;
  NodeScan Scan;
  std::shared_ptr<uint64_t> Number;
  ObjectRow Now;
};
} // namespace

Datum ClassRows::field(unsigned I) const {
  const HeapContents &C = Of.Heap.contents();
  if (!Now.IsRead)
    Now.Object = C.object(Now.N);
  Now.IsRead = true;
  const FieldSlot *Slot = Of.Fields.slot(Of.Heap.graph().classNumber(Now.N), I);
  std::optional<Value> V;
  if (Slot && Now.Object)
    V = ObjectView(C.context(), *Now.Object).value(*Slot);
  if (!V)
    Of.Heap.countMissing();
  return V && Of.Heap.isShown(Now.N, Of.Fields.all()[I].Name, *V)
             ? valueDatum(*V)
             : Datum(Datum::Null());
}

ClassTable::ClassTable(QueryHeap &Heap, StringRef Name,
                       std::vector<ClassNumber> Of)
    : Heap(Heap), Fields(Heap.contents()), Name(Name.str()), Of(std::move(Of)) {
  Info.Name = this->Name;
  Info.Sentence = "An instance of the class.";
  for (const auto &C : instanceTable().Typed)
    Info.Columns.push_back(C.Is);
  std::vector<Column> Used = Info.Columns;
  for (const QueryParameter &P : parameters()) {
    Used.emplace_back();
    Used.back().Name = P.Name;
  }
  for (ClassNumber C : this->Of)
    Fields.add(C, Used);
  for (const ClassFields::Field &F : Fields.all()) {
    Column C;
    C.Name = F.Column;
    C.Type = F.type();
    C.MayBeNull = true;
    Info.Columns.push_back(C);
  }
}

Expected<QueryRows> ClassTable::rows(const RowRequest &Request) {
  static constexpr ColumnNeed Needs[] = {{"_retained", &QueryHeap::needTree},
                                         {"_dominator", &QueryHeap::needTree}};
  if (Error E = prepare(Heap, Info, Request, Needs))
    return E;
  std::vector<ClassNumber> Wanted = Of;
  if (const QueryValue *With = Request.equal("_subclasses"))
    if (With->number().value_or(0))
      Wanted = withSubclasses(Heap.graph(), Of);
  NodeScan Scan(Heap, Request, "_");
  Scan.restrict(Wanted);
  auto Number = std::make_shared<uint64_t>(0);
  return QueryRows(std::make_unique<ClassRows>(*this, std::move(Scan), Number),
                   Number);
}

Expected<std::unique_ptr<QueryTable>>
hprof::classTable(QueryHeap &Heap, StringRef Class, StringRef Name) {
  std::vector<ClassNumber> Of = classesCalled(Heap.graph(), Class);
  if (Of.empty())
    return nullptr;
  if (Error E = Heap.needContents())
    return E;
  return std::make_unique<ClassTable>(Heap, Name, std::move(Of));
}

//===- QueryClasses.cpp - Classes of a heap -------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TableKit.h"
#include "hprof/Format/Base/ClassName.h"

using namespace hprof;
using namespace llvm;

static const GraphClass &is(const QueryHeap &A, ClassNumber R) {
  return A.graph().classes()[R];
}

static Datum superId(const QueryHeap &A, ClassNumber R) {
  const ClassNumber Super = is(A, R).Super;
  const uint64_t Id = Super == NoClass ? 0 : is(A, Super).Id;
  return numberIf(Id, Id);
}

HPROF_TABLE_BEGIN(rowTable, ClassNumber, QueryHeap, "classes", "A class.")
HPROF_NULLABLE(Id, "id", ForAll, numberIf(is(A, R).Id, is(A, R).Id),
               "Id of the class; null for primitive arrays if the dump does "
               "not contain their classes.")
HPROF_COLUMN(Text, "name", ForAll, StringRef(is(A, R).Name),
             "Name as in Java source. Classes of different loaders can have "
             "the same name.")
HPROF_COLUMN(Text, "package", ForAll | Repeats, packageOf(is(A, R).Name),
             "Package; empty for the unnamed package.")
HPROF_NULLABLE(Id, "super", ForAll, superId(A, R),
               "Id of the superclass, or null.")
HPROF_NULLABLE(Id, "loader", ForAll, numberIf(is(A, R).Loader, is(A, R).Loader),
               "Id of the class loader; null for the bootstrap loader.")
HPROF_COLUMN(Count, "objects", ForAll, A.counts()[R].Objects,
             "Number of instances of exactly this class, reachable or not.")
HPROF_COLUMN(Bytes, "shallow", ForAll, A.counts()[R].Bytes,
             "Total shallow size of the instances in bytes.")
HPROF_COLUMN(Bytes, "largest", ForAll, A.counts()[R].Largest,
             "Shallow size of the largest instance in bytes.")
HPROF_NULLABLE(Bytes, "instance_size", ForAll,
               numberIf(!is(A, R).isArray() && is(A, R).IsDumped,
                        is(A, R).InstanceBytes),
               "Size of an instance in bytes; null for arrays and for classes "
               "missing from the dump.")
HPROF_COLUMN(Flag, "dumped", ForAll, is(A, R).IsDumped,
             "Whether the class is described in the dump.")
HPROF_TABLE_END

namespace {
class ClassesTable final : public QueryTable {
public:
  explicit ClassesTable(QueryHeap &Heap) : Heap(Heap) {}

  const TableInfo &info() const override { return rowTable(); }
  ArrayRef<QueryKey> keys() const override {
    static constexpr QueryKey Keys[] = {{"id", false, 1, true},
                                        {"name", false, 1}};
    return Keys;
  }
  uint64_t expected() const override { return Heap.graph().classes().size(); }
  Expected<QueryRows> rows(const RowRequest &Request) override;

private:
  QueryHeap &Heap;
};
} // namespace

Expected<QueryRows> ClassesTable::rows(const RowRequest &Request) {
  static constexpr ColumnNeed Needs[] = {{"objects", &QueryHeap::needCounts},
                                         {"shallow", &QueryHeap::needCounts},
                                         {"largest", &QueryHeap::needCounts}};
  if (Error E = prepare(Heap, info(), Request, Needs))
    return E;
  std::optional<uint64_t> Id;
  std::optional<std::string> Name;
  if (const QueryValue *V = Request.equal("id"))
    Id = V->number().value_or(0);
  if (const QueryValue *V = Request.equal("name"))
    Name = V->text().value_or("").str();
  return pulledRows(
      rowTable(), Heap, NoClass,
      [Id, Name, &G = Heap.graph(),
       At = ClassNumber(0)](ClassNumber &R) mutable {
        for (; At != G.classes().size(); ++At) {
          const GraphClass &C = G.classes()[At];
          if ((Id && (!C.Id || C.Id != *Id)) || (Name && C.Name != *Name))
            continue;
          R = At++;
          return true;
        }
        return false;
      },
      +[](const ClassNumber &R) { return uint64_t(R); });
}

std::unique_ptr<QueryTable> hprof::classesTable(QueryHeap &Heap) {
  return std::make_unique<ClassesTable>(Heap);
}

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

namespace row {
using Row = ClassNumber;
using Asked = QueryHeap;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "QueryClasses.def"
  };
  static const Table<Row, Asked> Is("classes", "A class.", Columns);
  return Is;
}
} // namespace row

namespace {
class ClassesTable final : public QueryTable {
public:
  explicit ClassesTable(QueryHeap &Heap) : Heap(Heap) {}

  const TableInfo &info() const override { return row::table(); }
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
      row::table(), Heap, NoClass,
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

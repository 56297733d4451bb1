//===- QueryStrings.cpp - Strings of a heap -------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NodeScan.h"
#include "TableKit.h"

using namespace hprof;
using namespace llvm;

namespace {
struct FoundString {
  Node N = NoNode;
};
} // namespace

static Datum textOf(const QueryHeap &A, const FoundString &R) {
  std::optional<JavaString> S = A.contents().string(R.N);
  return S ? Datum(A.shown(R.N, std::move(S->Text))) : Datum(Datum::Null());
}

HPROF_TABLE_BEGIN(rowTable, FoundString, QueryHeap, "strings",
                  "A java.lang.String.")
HPROF_COLUMN(Id, "id", ForAll, A.graph().id(R.N), "Id of the String.")
HPROF_NULLABLE(Text, "text", ForAll, textOf(A, R),
               "Contents of the String; null if missing from the dump.")
HPROF_COLUMN(Bytes, "shallow", ForAll, A.graph().shallow(R.N),
             "Shallow size in bytes, without the array of characters.")
HPROF_NULLABLE(Bytes, "retained", ForAll, A.retained(R.N),
               "Retained size in bytes; null for unreachable objects.")
HPROF_TABLE_END

namespace {
class StringTable final : public QueryTable {
public:
  explicit StringTable(QueryHeap &Heap) : Heap(Heap) {}

  const TableInfo &info() const override { return rowTable(); }
  ArrayRef<QueryKey> keys() const override {
    static constexpr QueryKey Keys[] = {
        {"id", false, 1, true}, {"shallow", true}, {"retained", true}};
    return Keys;
  }
  StringRef order() const override { return "retained"; }
  uint64_t expected() const override { return Heap.graph().size() / 5 + 1; }
  Expected<QueryRows> rows(const RowRequest &Request) override;

private:
  QueryHeap &Heap;
};
} // namespace

Expected<QueryRows> StringTable::rows(const RowRequest &Request) {
  static constexpr ColumnNeed Needs[] = {{"retained", &QueryHeap::needTree},
                                         {"text", &QueryHeap::needContents}};
  if (Error E = prepare(Heap, info(), Request, Needs))
    return E;
  NodeScan Scan(Heap, Request);
  Scan.restrict(classesCalled(Heap.graph(), "java.lang.String"));
  return pulledRows(
      rowTable(), Heap, FoundString(),
      [Scan = std::move(Scan)](FoundString &R) mutable {
        R.N = Scan.next();
        return R.N != NoNode;
      },
      +[](const FoundString &R) { return uint64_t(R.N); });
}

std::unique_ptr<QueryTable> hprof::stringTable(QueryHeap &Heap) {
  return std::make_unique<StringTable>(Heap);
}

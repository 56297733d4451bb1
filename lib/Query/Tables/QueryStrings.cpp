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

namespace row {
using Row = FoundString;
using Asked = QueryHeap;
static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "QueryStrings.def"
  };
  static const Table<Row, Asked> Is("strings", "A java.lang.String.", Columns);
  return Is;
}
} // namespace row

namespace {
class StringTable final : public QueryTable {
public:
  explicit StringTable(QueryHeap &Heap) : Heap(Heap) {}

  const TableInfo &info() const override { return row::table(); }
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
      row::table(), Heap, FoundString(),
      [Scan = std::move(Scan)](FoundString &R) mutable {
        R.N = Scan.next();
        return R.N != NoNode;
      },
      +[](const FoundString &R) { return uint64_t(R.N); });
}

std::unique_ptr<QueryTable> hprof::stringTable(QueryHeap &Heap) {
  return std::make_unique<StringTable>(Heap);
}

//===- RecordBatches.cpp - Rows as Arrow streams --------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Arrow/RecordBatches.h"
#include "Arrow/ArrowColumn.h"
#include "hprof/Tool/Version.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

RecordBatches::~RecordBatches() = default;

namespace {
class RowBatches final : public RecordBatches {
public:
  RowBatches(std::unique_ptr<Rows> From, BatchOptions Options);
  Error schema(ArrowSchema &Out) override;
  Expected<bool> next(ArrowArray &Out) override;

private:
  std::unique_ptr<ArrowColumn> make(unsigned Column) const;
  Expected<bool> pull();

  std::unique_ptr<Rows> All;
  BatchOptions Options;
  RecordColumn Columns;
  /// The first batch, if the schema was requested before it and depends on it.
  std::optional<ArrowParts> First;
  ArrowParts Now;
  bool IsAtEnd = false;
  bool HasPulled = false;
  bool NeedsFirst = false; ///< Set if types depend on values.
};
} // namespace

std::unique_ptr<ArrowColumn> RowBatches::make(unsigned I) const {
  const Column &C = All->info().Columns[I];
  return arrowColumn(C, {{&All->info()}, All->labels(I, ForJson)});
}

RowBatches::RowBatches(std::unique_ptr<Rows> From, BatchOptions Given)
    : All(std::move(From)), Options(std::move(Given)) {
  if (Options.Columns.empty())
    Options.Columns = All->columns(ForJson);
  for (unsigned I : Options.Columns) {
    const Column &C = All->info().Columns[I];
    const bool Infer = is_contained(Options.Inferred, I);
    NeedsFirst |= Infer || C.Type == ColumnType::Fields;
    if (auto Made = Infer ? inferredColumn() : make(I))
      Columns.addColumn(describeColumn(C), std::move(Made), I);
  }
}

/// Reads the next batch into Now. Returns false at the end; the first batch may
/// be empty.
Expected<bool> RowBatches::pull() {
  const BatchLimits &Most = Options.Limits;
  while (!IsAtEnd && (!Columns.length() || (Columns.length() < Most.Rows &&
                                            Columns.bytes() < Most.Bytes))) {
    IsAtEnd = !All->next();
    if (IsAtEnd)
      break;
    if (Error E = Columns.addRecord(*All))
      return E;
  }
  if (!Columns.length() && std::exchange(HasPulled, true))
    return false;
  HasPulled = true;
  Expected<ArrowParts> Parts = Columns.finish();
  if (!Parts)
    return Parts.takeError();
  Now = std::move(*Parts);
  return true;
}

Error RowBatches::schema(ArrowSchema &Out) {
  if (NeedsFirst && !HasPulled) {
    Expected<bool> Has = pull();
    if (!Has)
      return Has.takeError();
    First = std::move(Now);
  }
  ArrowType Is = Columns.type();
  const TableInfo &Info = All->info();
  Is.Metadata = {{"hprof.table", Info.Name.str()},
                 {"hprof.version", toolchainVersion()}};
  if (!Info.Sentence.empty())
    Is.Metadata.push_back({"hprof.sentence", Info.Sentence.str()});
  exportType(Is, Out);
  return Error::success();
}

Expected<bool> RowBatches::next(ArrowArray &Out) {
  if (First) {
    Now = std::move(*First);
    First.reset();
  } else {
    Expected<bool> Has = pull();
    if (!Has || !*Has)
      return Has;
  }
  // The first batch is created even without rows, because it determines types.
  if (!Now.Length)
    return false;
  exportParts(std::exchange(Now, {}), Out);
  return true;
}

std::unique_ptr<RecordBatches> hprof::recordBatches(std::unique_ptr<Rows> All,
                                                    BatchOptions Options) {
  return std::make_unique<RowBatches>(std::move(All), std::move(Options));
}

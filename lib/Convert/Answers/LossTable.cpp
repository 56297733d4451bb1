//===- LossTable.cpp - Table of losses ------------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Convert/Answers/LossTable.h"
#include "hprof/Answer/TypedTable.h"
#include "hprof/Convert/Pipeline/LossAccount.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

namespace loss {
using Row = LossAccount::Entry;
using Asked = NothingAsked;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "LossColumns.def"
  };
  static const Table<Row, Asked> Is(
      "loss", "A difference between the output and an input.", Columns);
  return Is;
}
} // namespace loss

const TableInfo &hprof::lossTable() { return loss::table(); }

std::unique_ptr<Rows> hprof::lossRows(const LossAccount &Losses) {
  return ownRows(loss::table(), NothingAsked::value(), Losses.entries());
}

void hprof::presentLosses(Presenter &To, const LossAccount &Losses,
                          StringRef Nothing, unsigned Indent) {
  std::vector<LossAccount::Entry> Entries = Losses.entries();
  if (Entries.empty()) {
    To.line(Prose() << std::string(Indent, ' ') << Nothing);
    return;
  }
  llvm::stable_sort(Entries, [](const auto &A, const auto &B) {
    return A.Effect < B.Effect;
  });
  To.table(*ownRows(loss::table(), NothingAsked::value(), std::move(Entries)),
           Indent);
}

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

HPROF_TABLE_BEGIN(lossColumns, LossAccount::Entry, NothingAsked, "loss",
                  "A difference between the output and an input.")
HPROF_WORD("dropped|changed|made up", "effect", ForJson,
           lossEffectName(R.Effect),
           "Whether the data was dropped from the output, changed in it, or "
           "added to it.")
HPROF_TITLED(" ", Text, "effect", ForText | At(1), lossEffectName(R.Effect),
             "Effect, in text output.")
HPROF_COLUMN(Text, "kind", ForJson, StringRef(R.Name),
             "Kind of data, as an identifier.")
HPROF_TITLED(" ", Text, "what", ForText | ForJson | At(3), StringRef(R.Text),
             "Kind of data, as a phrase that follows the count.")
HPROF_TITLED(" ", Count, "count", ForText | ForJson | At(2), R.Count,
             "Number of occurrences.")
HPROF_TABLE_END

const TableInfo &hprof::lossTable() { return lossColumns(); }

std::unique_ptr<Rows> hprof::lossRows(const LossAccount &Losses) {
  return ownRows(lossColumns(), NothingAsked::value(), Losses.entries());
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
  To.table(*ownRows(lossColumns(), NothingAsked::value(), std::move(Entries)),
           Indent);
}

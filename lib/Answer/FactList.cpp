//===- FactList.cpp - Named values for display ----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Answer/FactList.h"
#include "hprof/Answer/Answer.h"
#include "hprof/Answer/TypedTable.h"

using namespace hprof;

HPROF_TABLE_BEGIN(factTable, FactList::Fact, NothingAsked, "fact",
                  "A named value.")
HPROF_TITLED(" ", Text, "fact", ForText, llvm::StringRef(R.Name),
             "Name of the value.")
HPROF_TITLED(" ", Text, "value", ForText, R.Value, "The value.")
HPROF_TABLE_END

void FactList::present(Presenter &To, unsigned Indent) const {
  To.table(*rowsOf(factTable(), NothingAsked::value(), Facts), Indent);
}

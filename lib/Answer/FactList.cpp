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

namespace fact {
using Row = FactList::Fact;
using Asked = NothingAsked;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "FactColumns.def"
  };
  static const Table<Row, Asked> Is("fact", "A named value.", Columns);
  return Is;
}
} // namespace fact

void FactList::present(Presenter &To, unsigned Indent) const {
  To.table(*rowsOf(fact::table(), NothingAsked::value(), Facts), Indent);
}

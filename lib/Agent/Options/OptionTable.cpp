//===- OptionTable.cpp - The agent's options as data ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OptionTable.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof::agent;
using namespace llvm;

static constexpr OptionRow Rows[] = {
#define HPROF_OPTION(Id, Kind, Values, Default, Group, Help)                   \
  {#Id, OptionKind::Kind, Values, Default, OptionGroup::Group, Help},
#include "Options.def"
};

ArrayRef<OptionRow> hprof::agent::optionTable() { return Rows; }

const OptionRow *hprof::agent::findOption(StringRef Name) {
  const auto *Row =
      find_if(Rows, [&](const OptionRow &R) { return R.Name == Name; });
  return Row == std::end(Rows) ? nullptr : Row;
}

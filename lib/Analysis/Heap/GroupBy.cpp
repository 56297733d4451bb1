//===- GroupBy.cpp - Groups of objects ------------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Heap/GroupBy.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

static constexpr StringLiteral Names[] = {"class", "name", "loader", "package"};

StringRef hprof::groupName(GroupBy By) { return Names[unsigned(By)]; }

std::optional<GroupBy> hprof::groupCalled(StringRef Name) {
  const auto *At = find(Names, Name);
  return At == std::end(Names) ? std::nullopt
                               : std::optional(GroupBy(At - Names));
}

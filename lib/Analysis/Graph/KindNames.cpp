//===- KindNames.cpp - Names of reference kinds ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Graph/KindNames.h"
#include <utility>

using namespace hprof;
using namespace llvm;

static constexpr std::pair<const char *, ReferenceKind> KindNames[] = {
    {"soft", ReferenceKind::Soft},
    {"weak", ReferenceKind::Weak},
    {"final", ReferenceKind::Final},
    {"phantom", ReferenceKind::Phantom},
};

SmallVector<StringRef, 4> hprof::kindNames(ReferenceKinds Kinds) {
  SmallVector<StringRef, 4> Names;
  for (auto [Name, Kind] : KindNames)
    if (Kinds.contains(Kind))
      Names.push_back(Name);
  return Names;
}

std::optional<ReferenceKind> hprof::kindCalled(StringRef Name) {
  for (auto [Known, Kind] : KindNames)
    if (Name == Known)
      return Kind;
  return std::nullopt;
}

//===- Collapsed.cpp - Collapsed stacks -----------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One line for each stack: its frames, outermost first, separated by ";", a
/// space and a number. The format of the FlameGraph scripts; many viewers
/// support it.
///
//===----------------------------------------------------------------------===//

#include "Export/Stacks/StackWriters.h"
#include "hprof/Format/Base/CollapsedName.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof;
using namespace llvm;

Error hprof::writeCollapsed(const WeightedStacks &S, unsigned Measure,
                            raw_ostream &OS) {
  const WeightedStacks Merged = S.byName();
  std::vector<std::string> Names;
  for (const WeightedStacks::Frame &F : Merged.frames())
    Names.push_back(collapsedName(F.Name));
  std::vector<uint32_t> Stack;
  for (auto [I, Sample] : enumerate(Merged.samples())) {
    const uint64_t Value = Merged.value(I, Measure);
    if (!Value)
      continue;
    ListSeparator Between(";");
    for (uint32_t F : Merged.frames(Sample.At, Stack))
      OS << StringRef(Between) << Names[F];
    OS << ' ' << Value << '\n';
  }
  return Error::success();
}

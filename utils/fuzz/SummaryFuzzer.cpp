//===- SummaryFuzzer.cpp - Summaries of heaps from anywhere ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Diff/HistogramSummary.h"

using namespace hprof;
using namespace llvm;

static void require(bool Holds) {
  if (!Holds)
    abort();
}

/// No text causes a crash, and a parsed summary counts all objects.
// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer requires it.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  StringRef Text(reinterpret_cast<const char *>(Data), Size);
  for (GroupBy By :
       {GroupBy::Class, GroupBy::Name, GroupBy::Package, GroupBy::Loader}) {
    Expected<HeapCounts> C = parseSummary(Text, By);
    if (!C) {
      require(!toString(C.takeError()).empty());
      continue;
    }
    uint64_t Objects = 0;
    for (const CountedKey &K : C->Keys)
      Objects += K.Instances;
    require(C->IsSummary && Objects == C->Objects);
  }
  return 0;
}

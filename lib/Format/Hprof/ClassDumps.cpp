//===- ClassDumps.cpp - Classes that a walk passed by ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Hprof/ClassDumps.h"
#include "hprof/Format/Hprof/ParallelWalk.h"

using namespace hprof;
using namespace llvm;

void hprof::tellClassDumps(ArrayRef<uint8_t> All, ArrayRef<uint64_t> Offsets,
                           const WalkFacts &Facts,
                           DumpContext::Builder &Build) {
  ArrayRef<uint64_t> DumpOffsets = Facts.DumpOffsets;
  ArrayRef<std::pair<uint64_t, unsigned>> Files = Facts.IdSizes;
  for (uint64_t At : Offsets) {
    for (; !DumpOffsets.empty() && DumpOffsets.front() < At;
         DumpOffsets = DumpOffsets.drop_front())
      Build.beginHeapDump();
    while (Files.size() > 1 && Files[1].first < At)
      Files = Files.drop_front();
    walkOne<ClassDump, 0>(All.data() + At, All.end(), At, Files.front().second,
                          UINT64_MAX, static_cast<RecordVisitor &>(Build));
  }
}

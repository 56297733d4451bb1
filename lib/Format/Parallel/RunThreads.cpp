//===- RunThreads.cpp - Runs each part of a job on a thread ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Parallel/RunThreads.h"
#include "hprof/Format/Parallel/Thread.h"
#include <vector>

using namespace hprof;
using namespace llvm;

void hprof::runThreads(unsigned N, function_ref<void(unsigned)> Body) {
  if (!N)
    return;
  std::vector<unsigned> Mine = {0};
  std::vector<Thread> Others(N - 1);
  for (unsigned I = 1; I != N; ++I)
    if (!Others[I - 1].start([=] { Body(I); }))
      Mine.push_back(I);
  for (unsigned I : Mine)
    Body(I);
}

//===- RunThreads.cpp - A thread for each part of the work ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Kit/RunThreads.h"
#include <thread>
#include <vector>

using namespace hprof;
using namespace llvm;

void hprof::runThreads(unsigned N, function_ref<void(unsigned)> Body) {
  std::vector<std::thread> Threads;
  for (unsigned I = 1; I < N; ++I)
    Threads.emplace_back([=] { Body(I); });
  if (N)
    Body(0);
  for (std::thread &T : Threads)
    T.join();
}

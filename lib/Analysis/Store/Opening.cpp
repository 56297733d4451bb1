//===- Opening.cpp - Opens dumps with a store's options -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Opening.h"
#include "llvm/Support/Threading.h"

using namespace hprof;
using namespace llvm;

unsigned hprof::threadsOf(const StoreOptions &Options) {
  return Options.Threads ? Options.Threads
                         : hardware_concurrency().compute_thread_count();
}

HeapFileOptions hprof::openingFor(const StoreOptions &Options,
                                  const StoreEvents &Events,
                                  HeapAccess Access) {
  HeapFileOptions Opening;
  Opening.Access = Access;
  Opening.Threads = threadsOf(Options);
  Opening.TempDir = Options.TempDir;
  Opening.TakesJavacore = Options.TakesJavacore;
  Opening.OnCopy = Events.OnCopy;
  Opening.OnNote = Events.OnNote;
  return Opening;
}

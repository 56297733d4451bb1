//===- OpenHeap.cpp - Opens the inputs of tools on heaps ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/GraphTool/OpenHeap.h"
#include "hprof/Tool/ToolContext.h"

using namespace hprof;
using namespace llvm;

HeapFileOptions hprof::heapFileOptions(ToolContext &C, HeapAccess Access) {
  HeapFileOptions Options;
  Options.Access = Access;
  Options.Threads = C.threads();
  Options.TempDir = C.tempDir();
  Options.OnCopy = [&C](StringRef What) {
    C.report().verbose("writing " + What + " to '" + C.tempDir() + "'");
  };
  Options.OnNote = [&C](const Twine &What) { C.report().note(What); };
  return Options;
}

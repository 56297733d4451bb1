//===- IndexedThreads.h - Threads from an index -----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_THREADTOOL_INDEXEDTHREADS_H
#define HPROF_THREADTOOL_INDEXEDTHREADS_H

#include "hprof/Analysis/Threads/HeapThreads.h"
#include <memory>

namespace hprof {

class HeapFile;
class HeapIndex;
class ToolContext;

/// The threads in a heap dump, found without a walk, and the index that
/// contains their offsets.
struct IndexedThreads {
  HeapThreads Found;
  std::shared_ptr<HeapIndex> Index;

  /// Reads the threads of \p Path, which is HPROF binary, if there is a
  /// suitable index next to it: for an intact file with one heap dump. \p File
  /// is the dump if it is already open, and null otherwise.
  static llvm::Expected<std::optional<IndexedThreads>>
  read(ToolContext &C, llvm::StringRef Path, bool Locals,
       std::shared_ptr<HeapFile> File = nullptr);
};

} // namespace hprof

#endif // HPROF_THREADTOOL_INDEXEDTHREADS_H

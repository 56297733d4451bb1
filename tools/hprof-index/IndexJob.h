//===- IndexJob.h - A dump and its index ------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_TOOLS_HPROF_INDEX_INDEXJOB_H
#define HPROF_TOOLS_HPROF_INDEX_INDEXJOB_H

#include "hprof/Analysis/Store/HeapStore.h"

namespace hprof {

class ToolContext;

/// A dump, and options for its index.
struct IndexJob {
  ToolContext &C;
  std::string Dump;
  std::string Output;     ///< Empty for the default place.
  bool Force = false;     ///< Replace an existing file.
  bool HasNumber = false; ///< Whether the user chose Options.Dump.
  StoreOptions Options;

  /// Writes an index for this toolchain.
  llvm::Error write() const;
  /// Checks such an index.
  llvm::Error verify() const;
  /// Writes an index for Memory Analyzer.
  llvm::Error writeForMat() const;

  /// Notes that only one of \p Dumps heap dumps is indexed, if there are more
  /// and the user did not choose one.
  void tellDumps(llvm::StringRef Name, size_t Dumps) const;
};

} // namespace hprof

#endif // HPROF_TOOLS_HPROF_INDEX_INDEXJOB_H

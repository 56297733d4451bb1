//===- HeapHistogram.h - Histogram of a heap dump ---------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The class histogram of a file, read from its index if possible, otherwise
/// counted. This does not need a HeapStore, which builds a graph, but a
/// HeapStore for the same file can be opened afterwards:
///
///     auto H = HeapHistogram::read("heap.hprof");
///     for (const HistogramRow &Row : H->Data.rows()) ...
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_STORE_HEAPHISTOGRAM_H
#define HPROF_ANALYSIS_STORE_HEAPHISTOGRAM_H

#include "hprof/Analysis/Histogram/Histogram.h"
#include "hprof/Analysis/Store/StoreEvents.h"
#include "hprof/Analysis/Store/StoreOptions.h"
#include <memory>

namespace hprof {

class HeapFile;
class HeapIndex;
class HeapStore;
class Source;

/// Additional requirements for a histogram.
struct HistogramUse {
  /// Find the class of each loader; see HistogramOptions.
  bool NameLoaders = false;
  /// Count only the heap dump StoreOptions::Dump, not all dumps in the file.
  bool OneDump = false;
  /// A HeapStore for the same file will take over the opened files.
  bool IsForStore = false;
};

struct HeapHistogram {
  std::string Name; ///< Name of the file, for output.
  Histogram Data;   ///< Counts of at least one heap dump.
  unsigned Dump;    ///< Number of the dump that was counted; 0 for all.
  // Opened files, for HeapStore::open().
  std::shared_ptr<HeapIndex> Index; ///< Null if no index is used.
  std::shared_ptr<HeapFile> File;   ///< Null if the dump was not read.

  /// Opens \p Path in any format, "-" for standard input. Unless \p Use
  /// requires more, the input is read only once, and a pipe is not copied. A
  /// file without a heap dump is an error. \p In is the input, at its start, if
  /// it is already open.
  static llvm::Expected<HeapHistogram>
  read(llvm::StringRef Path, const StoreOptions &Options = {},
       const StoreEvents &Events = {}, HistogramUse Use = {},
       std::unique_ptr<Source> In = nullptr);
  /// Same as above, for the dump of \p Store, which is not opened again. Damage
  /// is not reported again.
  static llvm::Expected<HeapHistogram> of(HeapStore &Store,
                                          const StoreOptions &Options,
                                          const StoreEvents &Events,
                                          HistogramUse Use);
};

} // namespace hprof

#endif // HPROF_ANALYSIS_STORE_HEAPHISTOGRAM_H

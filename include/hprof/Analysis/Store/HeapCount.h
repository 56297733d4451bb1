//===- HeapCount.h - Counts the objects of a file ---------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Counts objects for a HistogramAnswer, in one step or, with a graph, two:
///
///     Expected<HeapCount> Count = HeapCount::read(Path, Request, Options);
///     if (Count->needsGraph())
///       if (Error E = Count->addGraph()) ...
///     HistogramAnswer Answer({std::move(*Count).take()}, Request);
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_STORE_HEAPCOUNT_H
#define HPROF_ANALYSIS_STORE_HEAPCOUNT_H

#include "hprof/Analysis/Histogram/HistogramAnswer.h"
#include "hprof/Analysis/Store/HeapHistogram.h"

namespace hprof {

class HeapCount {
public:
  /// Reads the file \p Path in any format, "-" for standard input. \p OneDump
  /// is as in HistogramUse; if a graph is needed, only one dump is counted.
  static llvm::Expected<HeapCount> read(llvm::StringRef Path,
                                        const HistogramRequest &Request,
                                        const StoreOptions &Options = {},
                                        const StoreEvents &Events = {},
                                        bool OneDump = false);

  const HeapHistogram &histogram() const { return Read; }
  /// Whether the request requires a graph, and thus addGraph().
  bool needsGraph() const { return Request.Retained || Request.Unreachable; }
  /// Adds retained sizes or, if only unreachable objects are requested, removes
  /// reachable objects.
  llvm::Error addGraph(const StoreEvents &Events = {});
  CountedFile take() &&;

private:
  HeapCount(llvm::StringRef Path, const HistogramRequest &Request,
            const StoreOptions &Options, bool OneDump, HeapHistogram Read)
      : Path(Path.str()), Request(Request), Options(Options),
        IsOneDump(OneDump), Read(std::move(Read)) {}

  std::string Path;
  HistogramRequest Request;
  StoreOptions Options;
  bool IsOneDump;
  HeapHistogram Read;
  CountedFile Counted;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_STORE_HEAPCOUNT_H

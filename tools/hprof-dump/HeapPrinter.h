//===- HeapPrinter.h - Prints the parts of one heap dump --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_HPROF_DUMP_HEAPPRINTER_H
#define TOOLS_HPROF_DUMP_HEAPPRINTER_H

#include "DumpInput.h"
#include "hprof/Analysis/Contents/NodeFinder.h"
#include "hprof/Analysis/Objects/ObjectScope.h"
#include "hprof/Analysis/Summary/DumpSummary.h"
#include "hprof/Format/Context/DumpContext.h"

namespace hprof {

class HeapIndex;
class HeapStore;

/// Prints the requested parts of one heap dump of an input, without data from
/// the other heap dumps.
class HeapPrinter {
public:
  /// \p Dump is the number of the heap dump, from 1.
  HeapPrinter(DumpInput &Input, unsigned Dump)
      : Input(Input), C(Input.C), Request(Input.Request), Dump(Dump) {}

  /// Whether an index next to the input suffices, so that collect() need not be
  /// called.
  llvm::Expected<bool> findIndex();
  /// The first walk: names, classes, threads, counts and damage.
  llvm::Error collect();
  const DumpSummary &summary() const { return Summary; }

  /// \p Several is the number of heap dumps in the input. With \p WithObjects,
  /// prints the output of --object and --instances-of.
  llvm::Error print(unsigned Several, bool WithObjects);

private:
  /// The graph of the printed objects.
  struct GraphOfObjects {
    std::unique_ptr<HeapStore> Store;
    const DominatorTree *Tree = nullptr;
    const HeapContents *Contents = nullptr;
    std::optional<NodeFinder> Finder;
  };
  SummaryOptions summaryOptions();
  llvm::Error printSummary(unsigned Several);
  llvm::Error printParts(bool WithObjects);
  llvm::Error printObjectsIn(const ObjectScope &P);
  llvm::Error showObjects(const ObjectScope &P);
  llvm::Error printRoots(const ObjectScope &P);
  llvm::Error printThreads(ObjectSearch &Finder);
  void showThreads(HeapThreads Found);
  llvm::Error printProperties(ObjectSearch &Finder);
  llvm::Expected<bool> mayHaveContents(const ObjectScope &P);
  llvm::Expected<std::unique_ptr<HeapStore>> makeStore();
  llvm::Error openGraph(GraphOfObjects &Into);

  DumpInput &Input;
  ToolContext &C;
  const DumpRequest &Request;
  const unsigned Dump;
  std::shared_ptr<HeapIndex> Index;   ///< If found, for objects.
  std::optional<HeapThreads> Threads; ///< If found without a walk.
  DumpContext Context;
  DumpSummary Summary;
};

} // namespace hprof

#endif // TOOLS_HPROF_DUMP_HEAPPRINTER_H

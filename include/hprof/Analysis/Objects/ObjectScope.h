//===- ObjectScope.h - Where objects are shown ------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_OBJECTS_OBJECTSCOPE_H
#define HPROF_ANALYSIS_OBJECTS_OBJECTSCOPE_H

#include "hprof/Analysis/Heap/ObjectSearch.h"
#include "hprof/Analysis/Heap/ObjectView.h"

namespace hprof {

class DominatorTree;
class HeapContents;
class HeapGraph;

/// A heap dump whose objects are shown, and how.
struct ObjectScope {
  ObjectFinder &Finder;
  ObjectSearch &Search; ///< Walks the dump.
  const DumpContext &Context;
  uint64_t Top;    ///< The most elements of an array, or objects of a class.
  bool HasOffsets; ///< In the user's file; converted input lacks them.
  /// For what objects keep alive, and for following references; else null.
  const HeapGraph *Graph = nullptr;
  const HeapContents *Contents = nullptr;
  const DominatorTree *Tree = nullptr; ///< For bytes kept alive.
  bool ShowsRetained = false;          ///< For each requested object.
  bool ShowsContents = false;          ///< What is in requested collections.
};

} // namespace hprof

#endif // HPROF_ANALYSIS_OBJECTS_OBJECTSCOPE_H

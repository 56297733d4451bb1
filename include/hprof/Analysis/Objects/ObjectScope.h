//===- ObjectScope.h - A heap dump and how to show it -----------*- C++ -*-===//
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

/// A heap dump whose objects are shown, and options for showing them.
struct ObjectScope {
  ObjectFinder &Finder;
  ObjectSearch &Search; ///< Walks the dump.
  const DumpContext &Context;
  uint64_t Top;    ///< Limit on array elements or objects of a class.
  bool HasOffsets; ///< Offsets in the user's file; not for converted input.
  /// For retained sizes and for following references; else null.
  const HeapGraph *Graph = nullptr;
  const HeapContents *Contents = nullptr;
  const DominatorTree *Tree = nullptr; ///< For retained sizes.
  bool ShowsRetained = false;          ///< For each requested object.
  bool ShowsContents = false;          ///< For requested collections.
};

} // namespace hprof

#endif // HPROF_ANALYSIS_OBJECTS_OBJECTSCOPE_H

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
  uint64_t Top; ///< Maximum number of array elements, or of objects of a class.
  bool HasOffsets; ///< Whether offsets refer to the user's file.
  /// Set only if retained sizes or references are needed; null otherwise.
  const HeapGraph *Graph = nullptr;
  const HeapContents *Contents = nullptr;
  const DominatorTree *Tree = nullptr; ///< Set only for retained sizes.
  bool ShowsRetained = false;          ///< Show it for each requested object.
  bool ShowsContents = false; ///< Show the contents of requested collections.
};

} // namespace hprof

#endif // HPROF_ANALYSIS_OBJECTS_OBJECTSCOPE_H

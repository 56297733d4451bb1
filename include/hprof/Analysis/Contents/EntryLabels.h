//===- EntryLabels.h - Which fields references are of -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A byte for each entry of a graph that says which of the references that
/// instances of its class can hold it is: with the fields of the class that
/// names it. An index keeps these, so that references need no dump to be named.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_CONTENTS_ENTRYLABELS_H
#define HPROF_ANALYSIS_CONTENTS_ENTRYLABELS_H

#include "hprof/Analysis/Graph/HeapGraph.h"

namespace hprof {

class HeapContents;

class EntryLabels {
public:
  /// Of the graph that \p Contents read as the heap dump \p Dump of its source.
  static llvm::Expected<EntryLabels> compute(const HeapContents &Contents,
                                             unsigned Dump, unsigned Threads);

  const BigArray<uint8_t> &column() const { return Labels; }
  static EntryLabels fromColumn(BigArray<uint8_t> Labels) {
    EntryLabels L;
    L.Labels = std::move(Labels);
    return L;
  }

  /// Of the entry \p I of HeapGraph::entries() when that is of an instance: an
  /// index into HeapContents::slots(), or one of the following. Of other
  /// objects 0.
  uint8_t get(uint64_t I) const { return Labels[I]; }
  static constexpr uint8_t Local = 0xfe;   ///< Of a thread.
  static constexpr uint8_t Unknown = 0xff; ///< The dump must be asked.

private:
  BigArray<uint8_t> Labels; ///< Of each entry.
};

} // namespace hprof

#endif // HPROF_ANALYSIS_CONTENTS_ENTRYLABELS_H

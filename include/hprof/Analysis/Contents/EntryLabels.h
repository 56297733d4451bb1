//===- EntryLabels.h - Which fields references are of -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One byte per entry of a graph that identifies the reference among those that
/// instances of its class can hold; with the fields of the class, it gives the
/// name. An index keeps these, so that references can be named without the
/// dump.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_CONTENTS_ENTRYLABELS_H
#define HPROF_ANALYSIS_CONTENTS_ENTRYLABELS_H

#include "hprof/Analysis/Graph/HeapGraph.h"

namespace hprof {

class HeapContents;

class EntryLabels {
public:
  /// Labels the graph that \p Contents reads as heap dump \p Dump of its
  /// source.
  static llvm::Expected<EntryLabels> compute(const HeapContents &Contents,
                                             unsigned Dump, unsigned Threads);

  const BigArray<uint8_t> &column() const { return Labels; }
  static EntryLabels fromColumn(BigArray<uint8_t> Labels) {
    EntryLabels L;
    L.Labels = std::move(Labels);
    return L;
  }

  /// The label of entry \p I of HeapGraph::entries(). For an instance, an index
  /// into HeapContents::slots() or one of the constants below; for other
  /// objects 0.
  uint8_t get(uint64_t I) const { return Labels[I]; }
  static constexpr uint8_t Local = 0xfe;   ///< A local of a thread.
  static constexpr uint8_t Unknown = 0xff; ///< Only the dump has the answer.

private:
  BigArray<uint8_t> Labels; ///< One per entry.
};

} // namespace hprof

#endif // HPROF_ANALYSIS_CONTENTS_ENTRYLABELS_H

//===- EntryLabels.h - Fields of the graph's references ---------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One byte per entry of a graph, which identifies a reference of an instance;
/// the name of the reference is in the fields of its class. An index contains
/// these bytes, so that references can be named without the dump.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_CONTENTS_ENTRYLABELS_H
#define HPROF_ANALYSIS_CONTENTS_ENTRYLABELS_H

#include "hprof/Analysis/Graph/HeapGraph.h"
#include "llvm/ADT/STLExtras.h"

namespace hprof {

class HeapContents;

class EntryLabels {
public:
  /// Computes the labels for the graph of \p Contents, which was built from
  /// heap dump number \p Dump of its file.
  static llvm::Expected<EntryLabels> compute(const HeapContents &Contents,
                                             unsigned Dump, unsigned Threads);

  static EntryLabels fromColumn(BigArray<uint8_t> Labels) {
    EntryLabels L;
    L.Labels = std::move(Labels);
    return L;
  }
  const BigArray<uint8_t> &column() const { return Labels; }
  /// Creates labels from half bytes, the lower half of each byte first. InList
  /// stands for a label in \p List, whose elements are entry * 256 + label in
  /// ascending order; IsLocal stands for Local.
  static EntryLabels packed(BigArray<uint8_t> Halves, BigArray<uint64_t> List) {
    EntryLabels L;
    L.Labels = std::move(Halves);
    L.List = std::move(List);
    L.IsPacked = true;
    return L;
  }
  static constexpr uint8_t InList = 15, IsLocal = 14;
  /// Returns the half byte for \p Label.
  static uint8_t pack(uint8_t Label) {
    return Label == Local ? IsLocal : Label < IsLocal ? Label : InList;
  }

  /// Returns the label of entry \p I of HeapGraph::entries(). For an instance,
  /// this is an index into the references of HeapContents::shape() or one of
  /// the constants below; for all other objects, 0.
  uint8_t get(uint64_t I) const {
    if (LLVM_UNLIKELY(!IsPacked))
      return Labels[I];
    const uint8_t Half = Labels[I / 2] >> (I % 2 * 4) & 15;
    return LLVM_LIKELY(Half < IsLocal) ? Half
           : Half == IsLocal           ? Local
                                       : listed(I);
  }
  static constexpr uint8_t Local = 0xfe;   ///< A local variable of a thread.
  static constexpr uint8_t Unknown = 0xff; ///< Not known without the dump.

private:
  uint8_t listed(uint64_t I) const {
    const uint64_t *Found = llvm::partition_point(
        List.ref(), [&](uint64_t L) { return L >> 8 < I; });
    return Found != List.ref().end() && *Found >> 8 == I ? uint8_t(*Found)
                                                         : Unknown;
  }

  BigArray<uint8_t> Labels; ///< One byte or half a byte per entry.
  BigArray<uint64_t> List;
  bool IsPacked = false;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_CONTENTS_ENTRYLABELS_H

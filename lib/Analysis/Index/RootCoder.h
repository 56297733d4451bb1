//===- RootCoder.h - Compact encoding of GC roots ---------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_INDEX_ROOTCODER_H
#define HPROF_LIB_ANALYSIS_INDEX_ROOTCODER_H

#include "hprof/Analysis/Graph/HeapGraph.h"

namespace hprof {

/// Encodes or decodes the roots of a graph in order (100,000 threads have a
/// million roots). Each root consists of one byte, the tag of its HPROF record,
/// and the following numbers in LEB128: the object, as the difference from that
/// of the previous root; 1 + the object of the thread to which the root is
/// attached, or 0, as a signed difference from the previous root; the thread's
/// serial number in the same way; 1 + the frame; the trace's serial number.
class RootCoder {
public:
  void encode(const GraphRoot &R, std::vector<uint8_t> &To);
  /// Decodes a root from the start of \p From. \return false if there is none.
  bool decode(llvm::ArrayRef<uint8_t> &From, GraphRoot &R);

private:
  uint64_t Object = 0, Thread = 0;
  uint32_t Serial = 0;
};

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_INDEX_ROOTCODER_H

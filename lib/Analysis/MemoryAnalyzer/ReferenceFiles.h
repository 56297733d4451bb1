//===- ReferenceFiles.h - Index files of references -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_MEMORYANALYZER_REFERENCEFILES_H
#define HPROF_LIB_ANALYSIS_MEMORYANALYZER_REFERENCEFILES_H

#include "ObjectOrder.h"

namespace hprof::memoryanalyzer {

/// Position of the instances of a class in the file of inbound references.
struct InstanceRange {
  uint64_t Begin = 0;
  uint64_t Count = 0;
};
/// By class object.
using InstanceRanges = llvm::DenseMap<Node, InstanceRange>;

/// Writes the objects that each object refers to, once each: its class, then
/// the others, ascending.
llvm::Error writeOutbound(const HeapGraph &G, const ObjectOrder &Order,
                          llvm::raw_ostream &OS);
/// Writes the referrers of each object, once each: for a class its instances,
/// then the others, both ascending.
llvm::Expected<InstanceRanges> writeInbound(const HeapGraph &G,
                                            const ObjectOrder &Order,
                                            llvm::raw_ostream &OS);

} // namespace hprof::memoryanalyzer

#endif // HPROF_LIB_ANALYSIS_MEMORYANALYZER_REFERENCEFILES_H

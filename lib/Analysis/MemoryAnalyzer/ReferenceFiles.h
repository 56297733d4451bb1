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

/// Writes, for each object, the objects to which it refers, without duplicates:
/// first its class, then the others in ascending order.
llvm::Error writeOutbound(const HeapGraph &G, const ObjectOrder &Order,
                          llvm::raw_ostream &OS);
/// Writes the referrers of each object, without duplicates. The list of a class
/// starts with its instances; both the instances and the other referrers are
/// ascending.
llvm::Expected<InstanceRanges> writeInbound(const HeapGraph &G,
                                            const ObjectOrder &Order,
                                            llvm::raw_ostream &OS);

} // namespace hprof::memoryanalyzer

#endif // HPROF_LIB_ANALYSIS_MEMORYANALYZER_REFERENCEFILES_H

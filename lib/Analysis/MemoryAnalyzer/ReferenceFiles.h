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

/// Where the instances of a class are in the file of inbound references.
struct InstanceRange {
  uint64_t Begin = 0;
  uint64_t Count = 0;
};
/// By class object.
using InstanceRanges = llvm::DenseMap<Node, InstanceRange>;

/// What each object refers to, once: its class, then the others ascending.
llvm::Error writeOutbound(const HeapGraph &G, const ObjectOrder &Order,
                          llvm::raw_ostream &OS);
/// What refers to each object, once: for a class its instances, then the
/// others, each ascending.
llvm::Expected<InstanceRanges> writeInbound(const HeapGraph &G,
                                            const ObjectOrder &Order,
                                            llvm::raw_ostream &OS);

} // namespace hprof::memoryanalyzer

#endif // HPROF_LIB_ANALYSIS_MEMORYANALYZER_REFERENCEFILES_H

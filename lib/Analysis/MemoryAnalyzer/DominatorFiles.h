//===- DominatorFiles.h - Index files of dominators -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_MEMORYANALYZER_DOMINATORFILES_H
#define HPROF_LIB_ANALYSIS_MEMORYANALYZER_DOMINATORFILES_H

#include "ObjectOrder.h"
#include "hprof/Analysis/Dominators/DominatorChildren.h"

namespace hprof::memoryanalyzer {

/// Writes the immediate dominator of each object.
void writeDominators(const DominatorTree &T, const ObjectOrder &Order,
                     llvm::raw_ostream &OS);
/// Writes the retained size of each object.
void writeRetained(const DominatorTree &T, const ObjectOrder &Order,
                   llvm::raw_ostream &OS);
/// Writes the objects that the common root and each object immediately
/// dominate, largest first.
llvm::Error writeDominated(const HeapGraph &G, const DominatorChildren &Below,
                           const ObjectOrder &Order, llvm::raw_ostream &OS);
/// Writes, for each class, the sum of the retained sizes of the class object
/// and its instances, excluding objects that are dominated by others in the
/// sum.
llvm::Error writeClassSizes(const HeapGraph &G, const DominatorTree &T,
                            const DominatorChildren &Below,
                            const ObjectOrder &Order, llvm::raw_ostream &OS);

} // namespace hprof::memoryanalyzer

#endif // HPROF_LIB_ANALYSIS_MEMORYANALYZER_DOMINATORFILES_H

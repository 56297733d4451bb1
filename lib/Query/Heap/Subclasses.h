//===- Subclasses.h - Subclasses of classes ---------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_QUERY_HEAP_SUBCLASSES_H
#define LIB_QUERY_HEAP_SUBCLASSES_H

#include "hprof/Analysis/Graph/HeapGraph.h"

namespace hprof {

/// Returns the classes \p Of and all their subclasses.
std::vector<ClassNumber> withSubclasses(const HeapGraph &G,
                                        llvm::ArrayRef<ClassNumber> Of);

} // namespace hprof

#endif // LIB_QUERY_HEAP_SUBCLASSES_H

//===- Opening.h - Opens dumps with a store's options -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_STORE_OPENING_H
#define HPROF_LIB_ANALYSIS_STORE_OPENING_H

#include "hprof/Analysis/Heap/HeapFile.h"
#include "hprof/Analysis/Store/StoreEvents.h"
#include "hprof/Analysis/Store/StoreOptions.h"

namespace hprof {

/// Returns the number of threads to use, at least one.
unsigned threadsOf(const StoreOptions &Options);

/// Returns all options except those for damage.
HeapFileOptions openingFor(const StoreOptions &Options,
                           const StoreEvents &Events, HeapAccess Access);

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_STORE_OPENING_H

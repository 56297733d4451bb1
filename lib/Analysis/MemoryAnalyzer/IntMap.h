//===- IntMap.h - Serialized maps from numbers to objects -------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_MEMORYANALYZER_INTMAP_H
#define HPROF_LIB_ANALYSIS_MEMORYANALYZER_INTMAP_H

#include "JavaStream.h"

namespace hprof::memoryanalyzer {

/// Begins a HashMapIntObject with \p Entries entries. For each entry, call
/// data() and write an object; finally, call endData().
void beginIntMap(JavaStream &S, uint64_t Entries);

} // namespace hprof::memoryanalyzer

#endif // HPROF_LIB_ANALYSIS_MEMORYANALYZER_INTMAP_H

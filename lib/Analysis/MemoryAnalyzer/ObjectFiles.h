//===- ObjectFiles.h - Index files with a number per object -----*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_MEMORYANALYZER_OBJECTFILES_H
#define HPROF_LIB_ANALYSIS_MEMORYANALYZER_OBJECTFILES_H

#include "ObjectOrder.h"

namespace hprof {
class HeapSegments;
} // namespace hprof

namespace hprof::memoryanalyzer {

/// Objects of a type of the graph, and their bytes.
struct TypeCount {
  uint64_t Objects = 0;
  uint64_t Bytes = 0;
};

/// What is counted while sizes are written.
struct ObjectCounts {
  std::vector<TypeCount> Held;  ///< By type.
  std::vector<TypeCount> Freed; ///< The same of objects without a number.
  uint64_t Bytes = 0;           ///< Sum of Held.
  std::vector<uint32_t> Sized;  ///< A bit per number: is in the file of sizes.
};

/// The ids of the objects.
void writeIds(const HeapGraph &G, const ObjectOrder &Order,
              llvm::raw_ostream &OS);
/// The numbers of the objects' classes.
void writeClassNumbers(const HeapGraph &G, const ObjectOrder &Order,
                       llvm::raw_ostream &OS);
/// The sizes of arrays, 0 for other objects.
ObjectCounts writeSizes(const HeapGraph &G, const ObjectOrder &Order,
                        llvm::raw_ostream &OS);
/// The offsets of the objects' records in \p Dump, 0 for class objects and
/// made-up ones. Uses up to \p Threads threads.
llvm::Error writeOffsets(HeapSegments &Dump, const HeapGraph &G,
                         const ObjectOrder &Order, unsigned Threads,
                         llvm::raw_ostream &OS);

/// A size as the file of sizes has it.
uint32_t packSize(uint64_t Bytes);

} // namespace hprof::memoryanalyzer

#endif // HPROF_LIB_ANALYSIS_MEMORYANALYZER_OBJECTFILES_H

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

/// The number of objects of one type in the graph, and their bytes.
struct TypeCount {
  uint64_t Objects = 0;
  uint64_t Bytes = 0;
};

/// Counts that are collected while sizes are written.
struct ObjectCounts {
  std::vector<TypeCount> Held;  ///< By type.
  std::vector<TypeCount> Freed; ///< By type: the objects without a number.
  uint64_t Bytes = 0;           ///< Sum of Held.
  /// One bit per object number: whether the object has a size.
  std::vector<uint32_t> Sized;
};

/// Writes the ids of the objects.
void writeIds(const HeapGraph &G, const ObjectOrder &Order,
              llvm::raw_ostream &OS);
/// Writes the numbers of the objects' classes.
void writeClassNumbers(const HeapGraph &G, const ObjectOrder &Order,
                       llvm::raw_ostream &OS);
/// Writes the sizes of arrays, and 0 for other objects.
ObjectCounts writeSizes(const HeapGraph &G, const ObjectOrder &Order,
                        llvm::raw_ostream &OS);
/// Writes the offsets of the objects' records in \p Dump, and 0 for class
/// objects and synthetic objects. Uses up to \p Threads threads.
llvm::Error writeOffsets(HeapSegments &Dump, const HeapGraph &G,
                         const ObjectOrder &Order, unsigned Threads,
                         llvm::raw_ostream &OS);

/// Encodes a size for the file of sizes.
uint32_t packSize(uint64_t Bytes);

} // namespace hprof::memoryanalyzer

#endif // HPROF_LIB_ANALYSIS_MEMORYANALYZER_OBJECTFILES_H

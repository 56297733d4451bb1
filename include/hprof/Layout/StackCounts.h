//===- StackCounts.h - Lengths of stack chunks in a walk --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LAYOUT_STACKCOUNTS_H
#define HPROF_LAYOUT_STACKCOUNTS_H

#include "hprof/Format/Base/IdKey.h"
#include "hprof/Layout/StackChunks.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Compiler.h"
#include <vector>

namespace hprof {

class DumpContext;

/// The data for the sizes of stack chunks, counted during a walk along with
/// ObjectCounts. The class StackChunk and the offset of the length may be known
/// only after the instances: until the name of a class is known to be
/// different, each of its ints is counted as if it were the length. Memory is
/// bounded: at most 64 unknown classes and as many known ones, with at most 8
/// KB each. Instances of further classes are not counted; lengths() then
/// contains fewer than the walk has reached.
class StackCounts {
public:
  /// Must be called before the first instance of \p Class. Classes that have
  /// another name in \p Context are not counted.
  void meet(uint64_t Class, const DumpContext &Context);
  void instance(uint64_t Class, llvm::ArrayRef<uint8_t> Values) {
    if (LLVM_UNLIKELY(Filter & bitOf(Class)))
      count(Class, Values);
  }
  void merge(const StackCounts &Other);

  /// Returns the lengths of the instances of \p Class, read at \p Offset in
  /// their values; empty if there are none, or they were not counted.
  StackLengths lengths(uint64_t Class, uint32_t Offset) const;

private:
  static constexpr size_t MostClasses = 64;

  static uint64_t bitOf(uint64_t Class) {
    return uint64_t(1) << (Class * 0x9e3779b97f4a7c15U >> 58);
  }
  void count(uint64_t Class, llvm::ArrayRef<uint8_t> Values);

  uint64_t Filter = 0; ///< Bits of the counted classes.
  /// By class, then by candidate int.
  llvm::DenseMap<IdKey, std::vector<StackLengths>> ByClass;
};

} // namespace hprof

#endif // HPROF_LAYOUT_STACKCOUNTS_H

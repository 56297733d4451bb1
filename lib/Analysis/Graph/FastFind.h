//===- FastFind.h - Lookups with a bit-count instruction --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A version of NodeIds::find() for the walk that looks up all references in a
/// dump. It counts bits with an instruction that baseline x86-64 lacks, so
/// compilers do not generate this instruction by default.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_GRAPH_FASTFIND_H
#define HPROF_LIB_ANALYSIS_GRAPH_FASTFIND_H

#include "hprof/Analysis/Graph/NodeIds.h"

namespace hprof {

/// Whether the processor supports the instruction.
inline bool hasFastFind() {
#ifdef __x86_64__
  return __builtin_cpu_supports("popcnt");
#else
  return false;
#endif
}

#ifdef __x86_64__
inline unsigned countBitsFast(uint64_t V) {
  asm("popcnt %0, %0" : "+r"(V) : : "cc");
  return unsigned(V);
}
#endif

/// Returns Ids.find(\p Id). Requires hasFastFind().
LLVM_ATTRIBUTE_ALWAYS_INLINE Node findFast(const NodeIds &Ids, uint64_t Id) {
#ifdef __x86_64__
  return Ids.findWith<countBitsFast>(Id);
#else
  return Ids.find(Id);
#endif
}

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_GRAPH_FASTFIND_H

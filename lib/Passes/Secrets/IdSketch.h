//===- IdSketch.h - Approximate set of ids ----------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_PASSES_SECRETS_IDSKETCH_H
#define HPROF_LIB_PASSES_SECRETS_IDSKETCH_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hprof {

/// A set of ids in 2 MiB, regardless of their number. An id that was not added
/// is a false positive if an added one uses the same bit: 6 of 100 ids after a
/// million insertions.
class IdSketch {
public:
  IdSketch() : Words(std::size_t(1) << (LogBits - 6)) {}
  void insert(uint64_t Id) {
    const uint64_t Bit = bit(Id);
    Words[Bit / 64] |= uint64_t(1) << Bit % 64;
  }
  bool mayContain(uint64_t Id) const {
    const uint64_t Bit = bit(Id);
    return Words[Bit / 64] >> Bit % 64 & 1;
  }

private:
  static constexpr unsigned LogBits = 24;

  /// The top bits of a product depend on all bits of the id (Fibonacci
  /// hashing).
  static uint64_t bit(uint64_t Id) {
    return Id * 0x9e3779b97f4a7c15 >> (64 - LogBits);
  }

  std::vector<uint64_t> Words;
};

} // namespace hprof

#endif // HPROF_LIB_PASSES_SECRETS_IDSKETCH_H

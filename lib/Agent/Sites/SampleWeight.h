//===- SampleWeight.h - The weight of a sampled object ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A VM that samples allocations picks a random byte out of each interval, on
/// average, and reports the object that contains it. An object of S bytes is
/// found with probability 1 - exp(-S / interval), so each sampled object
/// represents the inverse of this number of objects of its size; the sums are
/// correct on average.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_SITES_SAMPLEWEIGHT_H
#define HPROF_LIB_AGENT_SITES_SAMPLEWEIGHT_H

#include <cmath>
#include <cstdint>

namespace hprof::agent {

/// Objects and their bytes, in units of a SampleWeight.
struct Amount {
  uint64_t Objects = 0;
  uint64_t Bytes = 0;

  Amount &operator+=(const Amount &Other) {
    Objects += Other.Objects;
    Bytes += Other.Bytes;
    return *this;
  }
};

class SampleWeight {
public:
  /// \p Interval is in bytes; 0 if every object is reported.
  explicit SampleWeight(uint64_t Interval) : Interval(double(Interval)) {}

  bool isExact() const { return Interval == 0; }

  /// Amount represented by a reported object of \p Size bytes.
  Amount sampled(uint64_t Size) const {
    if (isExact() || !Size)
      return single(Size);
    const double Weight = -1 / std::expm1(-double(Size) / Interval);
    return {uint64_t(std::llround(Weight * Unit)),
            uint64_t(std::llround(Weight * double(Size)))};
  }
  /// Amount of one object that was not sampled.
  Amount single(uint64_t Size) const {
    return {isExact() ? 1 : uint64_t(Unit), Size};
  }
  /// Rounded number of objects in a sum of Amount::Objects.
  uint64_t objects(uint64_t Sum) const {
    return isExact() ? Sum : (Sum + Unit / 2) / Unit;
  }

private:
  /// Estimated numbers of objects are fixed-point fractions.
  static constexpr uint32_t Unit = 1 << 16;
  const double Interval;
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_SITES_SAMPLEWEIGHT_H

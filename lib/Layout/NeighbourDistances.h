//===- NeighbourDistances.h - Distances between objects ---------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file The distances in bytes between neighboring objects in a sample, to be
/// compared with the sizes of objects in a layout.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_LAYOUT_NEIGHBOURDISTANCES_H
#define HPROF_LIB_LAYOUT_NEIGHBOURDISTANCES_H

#include "hprof/Layout/LayoutEvidence.h"

namespace hprof {

class NeighbourDistances {
public:
  explicit NeighbourDistances(const LayoutEvidence &Evidence);

  /// Number of objects in the sample.
  uint64_t objects() const { return Objects; }
  /// The largest power of two that divides every address; 0 if there are no
  /// objects.
  uint64_t addressAlignment() const { return AddressBits & -AddressBits; }
  /// Whether addresses exceed the usual range of compressed references.
  bool hasHighAddresses() const { return AddressBits >> 40; }

  /// Agreement of the distances with a layout.
  struct Score {
    uint64_t Exact = 0;    ///< The object fills the distance.
    uint64_t TooClose = 0; ///< It would overlap its neighbor.
    uint64_t Loose = 0;    ///< Another object may lie between.
    /// The object fills the distance, but common objects between the two may be
    /// missing from the sample.
    uint64_t Nearly = 0;

    uint64_t exact() const { return Exact + Nearly; }
    uint64_t all() const { return exact() + TooClose + Loose; }
    int64_t value() const { return int64_t(Exact) - int64_t(TooClose); }
    /// Also includes rare objects. A distance may equal an object's size by
    /// chance, but overlaps never occur by chance.
    int64_t valueOfAll() const {
      return int64_t(exact()) - 8 * int64_t(TooClose);
    }
  };
  /// \p Sizes are the instance sizes of classes(), 0 if unknown; if empty, only
  /// arrays are used.
  Score score(const ObjectLayout &Layout,
              llvm::ArrayRef<uint64_t> Sizes = {}) const;

  /// Ids of the classes of instances, each once.
  llvm::ArrayRef<uint64_t> classes() const { return Classes; }

  /// An instance of classes()[Class] and the distance to the next object.
  struct Instance {
    uint64_t Distance;
    uint32_t Class;
    bool IsComplete; ///< No object between the two is missing from the sample.
  };
  llvm::ArrayRef<Instance> instances() const { return Instances; }

private:
  struct Array {
    uint64_t Distance;
    uint32_t Length;
    BasicType Element;
    bool IsComplete;
  };
  void measure(const LayoutEvidence::Object &O, uint64_t Next, bool IsComplete);
  void numberClasses();

  uint64_t AddressBits = 0;
  uint64_t Objects = 0;
  std::vector<Array> Arrays;
  std::vector<Instance> Instances;
  /// For each of Instances; numberClasses() makes them unique.
  std::vector<uint64_t> Classes;
};

} // namespace hprof

#endif // HPROF_LIB_LAYOUT_NEIGHBOURDISTANCES_H

//===- LayoutEvidence.h - Guessing the layout from addresses ----*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The distance from an array to the next object in memory is usually the
/// array's size, and never less. The size of an array of known length and
/// element type depends only on the layout, so the distances that occur tell
/// the layouts apart.
///
/// The fields of instances distinguish the rest: two VMs with the same arrays
/// may place the fields of classes differently.
///
/// Dumps of most collectors list objects by address, ZGC's do not, and sorting
/// a dump of 100 million objects would cost too much. So whole pages of memory
/// are sampled: all objects of a sampled page are kept.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LAYOUT_LAYOUTEVIDENCE_H
#define HPROF_LAYOUT_LAYOUTEVIDENCE_H

#include "hprof/Layout/ObjectLayout.h"
#include "llvm/Support/Compiler.h"
#include <array>
#include <optional>
#include <string>
#include <vector>

namespace hprof {

class ClassIndex;
struct JavaRelease;

/// The objects of a sample of pages. The sample depends only on the set of all
/// objects: not on their order, nor on how they were divided and merged.
class LayoutEvidence {
public:
  /// An object at \p Address that is not an array. \p Class is 0 for class
  /// objects, which differ in size.
  void instance(uint64_t Address, uint64_t Class = 0) {
    if (LLVM_UNLIKELY(isTaken(Address)))
      keep({Address, Class, BasicType(0)});
  }
  /// An array at \p Address.
  void array(uint64_t Address, BasicType Element, uint32_t Length) {
    if (LLVM_UNLIKELY(isTaken(Address)))
      keep({Address, Length, Element});
  }
  void merge(const LayoutEvidence &Other);

  /// Number of objects in the sample.
  size_t objects() const { return Sample.size(); }

private:
  friend class NeighbourDistances;

  struct Object {
    uint64_t Address;
    /// The length of an array, else the object's class id.
    uint64_t What;
    BasicType Element; ///< 0 if it is not an array.
  };
  static constexpr unsigned PageBits = 14;
  static constexpr size_t Most = 1 << 15; ///< Objects in a sample.

  bool isTaken(uint64_t Address) const {
    return uint32_t(Address >> PageBits) * 0x9e3779b1U <= Limit;
  }
  void keep(const Object &O);
  /// Halves the sampled pages until the sample is small enough.
  void shrink();

  std::vector<Object> Sample;
  uint32_t Limit = ~0U; ///< The largest hash of a sampled page.
  /// A single page had more objects than fit into it: ids are not addresses.
  bool IsImpossible = false;
};

/// The distances between neighbours of a sample, counted for every layout.
class NeighbourDistances {
public:
  explicit NeighbourDistances(const LayoutEvidence &Evidence);

  uint64_t objects() const { return Objects; }
  /// The largest power of two that divides every address; 0 without objects.
  uint64_t addressAlignment() const { return AddressBits & -AddressBits; }
  /// True if addresses reach beyond the usual range of compressed references.
  bool hasHighAddresses() const { return AddressBits >> 40; }

  /// How well the distances agree with a layout.
  struct Score {
    uint64_t Exact = 0;    ///< The array fills the distance.
    uint64_t TooClose = 0; ///< It would overlap its neighbour.
    uint64_t Loose = 0;    ///< Another object may lie between.
    int64_t value() const { return int64_t(Exact) - int64_t(TooClose); }
  };
  Score score(const ObjectLayout &Layout) const;

  /// An instance of \p Class and the distance in bytes to the next object.
  struct Instance {
    uint64_t Class;
    uint64_t Distance;
  };
  /// Instances of known classes.
  llvm::ArrayRef<Instance> instances() const { return Instances; }

private:
  /// Distances of arrays whose content is n * Width bytes, counted by that
  /// content mod 16 and by the gap between it and the next object.
  template <unsigned Width> struct Distances {
    static constexpr unsigned Residues = Width < 8 ? 16 : 2;
    static constexpr unsigned Most = 64;
    using ByDistance = std::array<uint32_t, Most>;
    std::array<ByDistance, Residues> Counts{};
    ByDistance Empty{};       ///< Arrays without content.
    uint64_t Overlapping = 0; ///< The content alone does not fit.
    uint64_t Far = 0;         ///< The gap is Most bytes or more.

    void add(uint64_t Distance, uint64_t Content);
    void score(const ObjectLayout &Layout, unsigned Base, Score &S) const;
  };
  void measure(const LayoutEvidence::Object &O, uint64_t Next);

  uint64_t AddressBits = 0;
  uint64_t Objects = 0;
  Distances<4> Narrow;      ///< Primitives of up to 4 bytes.
  Distances<8> Wide;        ///< Primitives of 8 bytes.
  Distances<4> References4; ///< References, assuming 4 bytes each.
  Distances<8> References8; ///< References, assuming 8 bytes each.
  std::vector<Instance> Instances;
};

/// The layout chosen for a dump, and why.
struct LayoutChoice {
  ObjectLayout Layout;
  /// False if the dump gives no evidence and Layout is a default.
  bool Certain = false;
  /// For people: "1234 of 1300 sampled arrays are followed at once by ...".
  std::string Evidence;
};

/// Chooses the layout of a dump with \p IdBytes wide ids.
LayoutChoice chooseLayout(const LayoutEvidence &Evidence, unsigned IdBytes,
                          const ClassIndex &Classes,
                          const JavaRelease &Release);

/// The layout that the user requested by \p Name: "auto" for \p Found, "mat" or
/// "declared" for \p Found with sizes by that rule, or a layout of
/// ObjectLayouts.def. Nullopt if there is no such name.
std::optional<LayoutChoice> resolveLayout(llvm::StringRef Name,
                                          unsigned IdBytes,
                                          const LayoutChoice &Found);

/// Every name that resolveLayout() accepts.
std::vector<llvm::StringRef> layoutNames();

} // namespace hprof

#endif // HPROF_LAYOUT_LAYOUTEVIDENCE_H

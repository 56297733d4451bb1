//===- LayoutEvidence.h - Guessing the layout from addresses ----*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// HotSpot writes objects in the order of their addresses, so the distance from
/// an array to the object after it is mostly the array's size, and never less.
/// The size of an array of known length and element type depends on nothing
/// but the layout: counting which distances occur tells the layouts apart.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_LAYOUTEVIDENCE_H
#define HPROF_ANALYSIS_LAYOUTEVIDENCE_H

#include "hprof/Analysis/ObjectLayout.h"
#include <array>
#include <optional>
#include <string>
#include <vector>

namespace hprof {

class ClassIndex;
struct JavaRelease;

/// Distances between neighbours, counted for every layout at once. Feed the
/// objects in the order of the file; a sample of each segment is looked at.
/// Counts are sums over pairs within a segment: the result of merging depends
/// on neither the order of the merges nor who saw which segment.
class LayoutEvidence {
public:
  /// The next object is no neighbour of the last one.
  void beginSegment() {
    HasArray = false;
    Position = 0;
  }
  /// An object that is no array, at \p Address.
  void instance(uint64_t Address) {
    if (!isSampled())
      return;
    if (HasArray) {
      measure(Address);
      HasArray = false;
    }
    note(Address);
  }
  /// An array at \p Address.
  void array(uint64_t Address, BasicType Element, uint64_t Length) {
    if (!isSampled())
      return;
    if (HasArray)
      measure(Address);
    HasArray = true;
    Last = {Address, Length, Element};
    note(Address);
  }
  void merge(const LayoutEvidence &Other);

  /// Objects looked at.
  uint64_t objects() const { return Objects; }
  /// The largest power of two that divides every address, at most 2^63; 0 when
  /// there are no objects.
  uint64_t addressAlignment() const { return AddressBits & -AddressBits; }

  /// How the distances agree with a layout.
  struct Score {
    uint64_t Exact = 0;    ///< The array fills the distance.
    uint64_t TooClose = 0; ///< It would overlap its neighbour.
    uint64_t Loose = 0;    ///< Something else may lie between.
    int64_t value() const { return int64_t(Exact) - int64_t(TooClose); }
  };
  Score score(const ObjectLayout &Layout) const;

private:
  /// Distances of arrays whose content is n * Width bytes, counted by that
  /// content mod 16 and by what lies between it and the next object.
  template <unsigned Width> struct Distances {
    static constexpr unsigned Residues = Width < 8 ? 16 : 2;
    static constexpr unsigned Most = 64;
    std::array<std::array<uint64_t, Most>, Residues> Counts{};
    uint64_t Overlapping = 0; ///< The content alone does not fit.
    uint64_t Far = 0;         ///< Most bytes or more.

    void add(uint64_t Distance, uint64_t Content) {
      if (Distance < Content)
        ++Overlapping;
      else if (Distance - Content >= Most)
        ++Far;
      else
        ++Counts[Content % 16 / (16 / Residues)][Distance - Content];
    }
    void merge(const Distances &Other);
    void score(const ObjectLayout &Layout, unsigned Base, Score &S) const;
  };

  /// Of every 32768 objects of a segment (HotSpot's have some 20,000) the
  /// first 1024 are looked at. An array may be compared with an object that
  /// follows much later; that is no evidence for or against any layout.
  bool isSampled() { return Position++ % 32768 < 1024; }
  void note(uint64_t Address) {
    AddressBits |= Address;
    ++Objects;
  }
  void measure(uint64_t Next);

  struct Array {
    uint64_t Address;
    uint64_t Length;
    BasicType Element;
  };
  Array Last{};
  bool HasArray = false;
  uint32_t Position = 0; ///< Within the segment, modulo 2^32.
  uint64_t AddressBits = 0;
  uint64_t Objects = 0;
  Distances<4> Narrow;      ///< Primitives of up to 4 bytes.
  Distances<8> Wide;        ///< Primitives of 8 bytes.
  Distances<4> References4; ///< References, taken as 4 bytes each,
  Distances<8> References8; ///< and the same as 8 bytes each.
};

/// The layout taken for a dump, and why.
struct LayoutChoice {
  ObjectLayout Layout;
  /// False when the dump does not tell, and Layout is a default.
  bool Certain = false;
  /// For people: "the next object follows 1234 of 1300 arrays at once".
  std::string Evidence;
};

/// Choose the layout of a dump with \p IdBytes wide ids.
LayoutChoice chooseLayout(const LayoutEvidence &Evidence, unsigned IdBytes,
                          const ClassIndex &Classes,
                          const JavaRelease &Release);

/// What the user asked for by \p Name: "auto" for \p Found, "mat" or
/// "declared" for \p Found counted in that way, or a layout of
/// ObjectLayouts.def. Nothing when there is no such name.
std::optional<LayoutChoice> resolveLayout(llvm::StringRef Name,
                                          unsigned IdBytes,
                                          const LayoutChoice &Found);

/// Every name that resolveLayout knows.
std::vector<llvm::StringRef> layoutNames();

} // namespace hprof

#endif // HPROF_ANALYSIS_LAYOUTEVIDENCE_H

//===- LayoutEvidence.h - Infers the layout from addresses ------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The distance from an object to the next one in memory is usually the
/// object's size, and never less. The size of an array of known length and
/// element type, and of an instance whose fields are known, depends only on the
/// layout, so the distances that occur distinguish the layouts.
///
/// Dumps of most collectors list objects by address, ZGC's do not, and sorting
/// a dump of 100 million objects would cost too much. So whole pages of memory
/// are sampled. Most of a heap may be objects that have the same size in
/// several layouts, the bytes of strings for example. Hence each kind of object
/// is sampled separately: the rarer the kind, the more pages are sampled.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LAYOUT_LAYOUTEVIDENCE_H
#define HPROF_LAYOUT_LAYOUTEVIDENCE_H

#include "hprof/Layout/FlattenedValues.h"
#include "hprof/Layout/ObjectLayout.h"
#include "hprof/Layout/ShallowSizes.h"
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
  LayoutEvidence() { Limits.fill(AllPages); }

  /// The ids that follow are addresses plus \p IdBase (DumpOrigin).
  void setBase(uint64_t IdBase) { Base = IdBase; }
  /// Adds a class object at \p Address.
  void classObject(uint64_t Address) {
    Flattened.classObject(Address - Base);
    meet(0, {Address - Base, 0, BasicType(0)});
  }
  /// Adds an object at \p Address that is neither an array nor a class object.
  void instance(uint64_t Address, uint64_t Class) {
    Flattened.instance(Address - Base, Class);
    // Class ids are addresses, so the lowest bits of all of them may be equal.
    const unsigned Kind = FirstClass + (Class >> 4) % ClassKinds;
    meet(LLVM_UNLIKELY(FlattenedEvidence::isCandidate(Address - Base))
             ? CandidateKind
             : Kind,
         {Address - Base, Class, BasicType(0)});
  }
  /// Adds an array at \p Address. \p Class is the class of an object array.
  void array(uint64_t Address, BasicType Element, uint32_t Length,
             uint64_t Class = 0) {
    Flattened.array(Address - Base, Class);
    meet(unsigned(Element) % FirstClass,
         {Address - Base, Length | tagOf(Class), Element});
  }
  /// Adds the evidence of another part of the dump. For flattened(), it must be
  /// the next part of the file.
  void merge(const LayoutEvidence &Other);

  /// Returns the flattened values among the objects.
  FlattenedValues flattened() const { return Flattened.decide(Base); }
  /// Returns no values if sizes do not follow the VM's rule: no other rule
  /// supports flattened values.
  FlattenedValues flattened(const ObjectLayout &Layout) const {
    return Layout.Rule == SizeRule::VM ? flattened() : FlattenedValues();
  }

  /// Number of objects in the sample.
  size_t objects() const;

private:
  friend class NeighbourDistances;

  struct Object {
    uint64_t Address;
    /// For an array, its length and the tag of its class; for an instance, the
    /// class id; otherwise 0.
    uint64_t What;
    BasicType Element; ///< 0 if it is not an array.
  };
  /// Kinds are element types, 0 for class objects, 16 groups of classes, and
  /// objects that may be flattened.
  static constexpr unsigned FirstClass = 16, ClassKinds = 16;
  static constexpr unsigned CandidateKind = FirstClass + ClassKinds;
  static constexpr unsigned Kinds = CandidateKind + 1;
  static constexpr unsigned PageBits = 11;
  /// Maximum number of objects of one kind in the sample: a few full pages.
  static constexpr size_t Most = 1 << 10;

  static constexpr uint64_t AllPages = ~UINT64_C(0);

  /// Returns a hash of \p Class in the upper half.
  static uint64_t tagOf(uint64_t Class) {
    return hash(Class) & ~UINT64_C(0xffffffff);
  }
  static uint64_t pageOf(uint64_t Address) { return Address >> PageBits; }
  /// The upper bits of the hash depend on all bits of \p Page.
  static uint64_t hash(uint64_t Page) {
    return Page * UINT64_C(0x9e3779b97f4a7c15);
  }
  bool isTaken(uint64_t Address, unsigned Kind) const {
    return hash(pageOf(Address)) <= Limits[Kind];
  }
  void meet(unsigned Kind, const Object &O) {
    if (LLVM_UNLIKELY(isTaken(O.Address, Kind)))
      keep(Kind, O);
  }
  void keep(unsigned Kind, const Object &O);
  /// Halves the sampled pages of \p Kind until its sample is small enough.
  void shrink(unsigned Kind);

  uint64_t Base = 0; ///< Subtracted from ids.
  std::array<std::vector<Object>, Kinds> Samples;
  /// Highest hash of the pages sampled for a kind.
  std::array<uint64_t, Kinds> Limits;
  /// A single page had more objects than can fit: ids are not addresses.
  bool IsImpossible = false;
  /// Same as above, for objects that may be flattened.
  bool IsDense = false;
  FlattenedEvidence Flattened;
};

/// The layout chosen for a dump, and why.
struct LayoutChoice {
  ObjectLayout Layout;
  /// False if the dump contains no evidence and Layout is a default.
  bool Certain = false;
  /// For text output: "confirmed by 1234 of 1300 samples".
  std::string Evidence;
  /// Classes that, judging by distances, are @Contended or have @Contended
  /// fields.
  ContendedClasses Contended = {};
};

/// Chooses the layout of a dump with \p IdBytes wide ids.
LayoutChoice chooseLayout(const LayoutEvidence &Evidence, unsigned IdBytes,
                          const ClassIndex &Classes,
                          const JavaRelease &Release);

/// Returns the layout that the user requested by \p Name: "auto" for \p Found,
/// "mat" or "declared" for \p Found with sizes by that rule, or a layout in
/// ObjectLayouts.def. Nullopt if there is no such name.
std::optional<LayoutChoice> resolveLayout(llvm::StringRef Name,
                                          unsigned IdBytes,
                                          const LayoutChoice &Found);

/// Every name that resolveLayout() accepts.
std::vector<llvm::StringRef> layoutNames();

} // namespace hprof

#endif // HPROF_LAYOUT_LAYOUTEVIDENCE_H

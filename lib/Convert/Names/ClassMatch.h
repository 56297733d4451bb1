//===- ClassMatch.h - Matches classes of two dumps --------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds the classes of a dump that lost names in another dump of the same
/// program, the donor. Nothing is assumed, since the processes, their ids, and
/// their loaded classes can differ:
///
/// - A class can only match one of the same size, with fields of the same types
///   in the same order, with the same names as far as they are present, and a
///   superclass that is not known to be different. A lost string differs from
///   all other strings of the dump: HotSpot has each string once.
/// - A pair is accepted if no other class of either dump fits as well, and if
///   there is evidence for it, in bits: rare field names; the value of a
///   serialVersionUID; references from classes that were paired before; the
///   same id, where classes with nearby ids also have the same ids.
///
/// Each pair adds known field names and references.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CONVERT_NAMES_CLASSMATCH_H
#define HPROF_LIB_CONVERT_NAMES_CLASSMATCH_H

#include "ClassFacts.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace hprof {

class ClassMatch {
public:
  /// Result for a class.
  enum class Outcome : uint8_t {
    Paired,
    NoneFits,  ///< The donor has no similar class.
    Undecided, ///< Several fit, or there is no evidence for the one that fits.
  };

  ClassMatch(const ClassFacts &Lacking, const ClassFacts &Donor);
  void run();

  /// Returns the donor's class number for class number \p I, or vice versa.
  std::optional<uint32_t> donorOf(uint32_t I) const { return pair(ToDonor[I]); }
  std::optional<uint32_t> classOf(uint32_t Donor) const {
    return pair(FromDonor[Donor]);
  }
  Outcome outcome(uint32_t I) const;
  /// Returns a string of the dump that lacks names: either from that dump, or
  /// found by a pair of classes.
  std::optional<llvm::StringRef> string(uint64_t Id) const;
  /// Same as above, but only if the string was found by a pair of classes.
  std::optional<llvm::StringRef> foundString(uint64_t Id) const;

private:
  static constexpr uint32_t None = UINT32_MAX;
  static std::optional<uint32_t> pair(uint32_t I) {
    return I == None ? std::nullopt : std::optional<uint32_t>(I);
  }
  /// A static field that was not added by HotSpot, and its place.
  struct Static {
    const StaticField *Field;
    uint32_t Place;
  };
  using StaticList = llvm::SmallVector<Static, 8>;
  using Groups = std::pair<std::vector<uint32_t>, std::vector<uint32_t>>;
  /// Number of references that support each pair of classes.
  using Votes = llvm::MapVector<std::pair<uint32_t, uint32_t>, unsigned>;

  void countNames();
  static bool isPseudo(std::optional<llvm::StringRef> Name);
  StaticList statics(const ClassFacts &Of, const ClassFacts::Class &C,
                     bool IsDonor) const;
  bool nameFits(uint64_t Id, uint64_t DonorId) const;
  bool staticsFit(const ClassFacts::Class &A, const ClassFacts::Class &B) const;
  bool fieldsFit(const ClassFacts::Class &A, const ClassFacts::Class &B) const;
  bool superFits(const ClassFacts::Class &A, const ClassFacts::Class &B) const;
  bool shapeFits(const ClassFacts::Class &A, const ClassFacts::Class &B) const;
  bool fits(uint32_t A, uint32_t B) const;
  double nameBits(uint64_t Id, uint64_t DonorId) const;
  double evidence(uint32_t A, uint32_t B) const;
  size_t keyOf(const ClassFacts &Of, uint32_t I, bool IsDonor) const;
  std::vector<Groups> groups() const;

  void bind(uint32_t A, uint32_t B);
  void bindName(uint64_t Id, uint64_t DonorId);
  bool pairNamed();
  bool pairAlike();
  bool pairSameIds();
  bool pairReferenced();
  void vote(Votes &For, uint32_t Place, uint32_t DonorPlace) const;
  void voteForArrays(Votes &For) const;
  std::vector<bool> believedIds() const;
  void findFits();

  const ClassFacts &A;
  const ClassFacts &B; ///< The donor.
  std::vector<uint32_t> ToDonor, FromDonor;
  std::vector<bool> HasFit; ///< Whether any class fits; set by run().
  llvm::DenseMap<IdKey, llvm::StringRef> Found; ///< Strings by A's string ids.
  llvm::StringSet<> Known;                      ///< All strings of A.
  llvm::StringMap<unsigned> Uses; ///< Number of fields by B's field names.
};

} // namespace hprof

#endif // HPROF_LIB_CONVERT_NAMES_CLASSMATCH_H

//===- ContentsWalk.h - Walks over contents of suspects ---------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The first walk labels and counts all objects below the accumulation points
/// of suspects; the second walk counts the elements contained in other objects.
/// Thus, each number in a sentence is an actual count of objects, and the words
/// "in" and "each" apply to all of them.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_LEAKS_CONTENTSWALK_H
#define HPROF_LIB_ANALYSIS_LEAKS_CONTENTSWALK_H

#include "SuspectContents.h"
#include <array>
#include <map>
#include <optional>

namespace hprof {

/// Outermost objects that have at least this role on paths down from an
/// accumulation point. Containers are always skipped.
enum Level : unsigned {
  AnyLevel,
  LibraryLevel,
  ProgramLevel,
  /// The next application objects below the outermost ones.
  InnerLevel,
  /// Collections at any depth.
  CollectionLevel,
  /// Referents reached only through soft references.
  SoftLevel,
  NumLevels,
};

/// Sums of objects below the accumulation points that are in the same suspects.
struct PartSums {
  ContentSums Objects; ///< All objects, with shallow bytes.
  ContentSums Own;     ///< Excluding the objects of nested suspects.
  std::array<ContentSums, NumLevels> Levels; ///< With retained bytes.
  /// Number of list nodes, excluding the first node of each list.
  uint64_t Chained = 0;
};

/// Objects of class \p In that are contained in objects of class \p Around.
struct LiesIn {
  SuspectContent In, Around;
  unsigned InLevel = AnyLevel, AroundLevel = AnyLevel;

  uint64_t Objects = 0, Bytes = 0; ///< Objects of In inside Around.
  uint64_t Holders = 0;            ///< Objects of Around that contain any.
  /// Number of objects in each holder; 0 if it varies or is unknown.
  uint64_t Each = 0;
};

/// Contents of a suspect to name in the report, chosen before the second walk.
struct ElementChoice {
  unsigned Level = AnyLevel; ///< The level that has most of the bytes.
  /// The level of the objects that are named first; nullopt if the points are.
  std::optional<unsigned> Named;
  /// The elements inside objects of a library or of another class.
  std::optional<LiesIn> Outer;
  std::optional<LiesIn> Inner; ///< Application objects in the elements.
  /// The values in collections, if the collections are named as elements.
  std::optional<LiesIn> Collected;
};

class ContentsWalk {
public:
  ContentsWalk(const HeapGraph &G, const DominatorTree &T,
               const ClassRoles &Roles, llvm::ArrayRef<uint64_t> FirstOfName,
               bool IsForComparison,
               llvm::MutableArrayRef<LeakSuspect> Suspects)
      : G(G), T(T), Roles(Roles), FirstOfName(FirstOfName),
        IsForComparison(IsForComparison), Suspects(Suspects) {}
  llvm::Error run();
  /// See addContents().
  std::vector<std::vector<Node>> localEntries() const;

private:
  using Numbers = std::vector<uint32_t>;

  // By object. From the lowest bit: the levels that have an object on the path
  // to this object, InChain, and the part; or one of these constants.
  static constexpr uint32_t Unknown = 0, Outside = 1, First = 2;
  static constexpr unsigned NumBits = NumLevels + 1;
  /// The objects between this object and the point are all list or tree nodes.
  static constexpr uint32_t InChain = 1u << NumLevels;
  static uint32_t place(uint32_t Where) { return Where << NumBits; }

  void findParts();
  void countOwn();
  bool isSoftlyHeld(Node N) const;
  uint32_t enter(Node N, uint32_t Above);
  void countSoft(LeakSuspect &S, const PartSums &Sum) const;
  void label();

  // Defined in SuspectElements.cpp.
  using LevelRows = std::array<std::vector<SuspectContent>, NumLevels>;
  ElementChoice choose(LeakSuspect &S, const PartSums &Sum) const;
  void chooseRelated(const LeakSuspect &S, const LevelRows &Rows,
                     ElementChoice &C) const;
  void countRecursive(LeakSuspect &S, const PartSums &Sum) const;
  void countPoints(LeakSuspect &S) const;
  bool countAround(LeakSuspect &S) const;
  void countNodes(LeakSuspect &S, const PartSums &Sum) const;
  void nameUnlinked(LeakSuspect &S, const PartSums &Sum) const;
  bool isOther(const SuspectContent &A, const SuspectContent &B) const;
  uint64_t suspectOf(Node N) const;
  bool isElement(Node N, uint64_t Suspect, uint64_t Type, unsigned Level) const;
  void countRelated();
  void nameRelated(LeakSuspect &S, ElementChoice &C) const;

  const HeapGraph &G;
  const DominatorTree &T;
  const ClassRoles &Roles;
  llvm::ArrayRef<uint64_t> FirstOfName;
  const bool IsForComparison;
  llvm::MutableArrayRef<LeakSuspect> Suspects;
  BigArray<uint32_t> In;
  /// Keys are lists of suspects, innermost first.
  std::map<Numbers, uint32_t> PartOf;
  std::vector<PartSums> Parts;
  std::vector<uint32_t> Innermost; ///< By part: its suspect.
  std::vector<uint64_t> ListType;  ///< By part: the class of a list's nodes.
  /// Types of objects between nodes.
  std::vector<llvm::DenseSet<TypeNumber>> LinkTypes;
  std::vector<ElementChoice> Choices; ///< By suspect.
};

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_LEAKS_CONTENTSWALK_H

//===- ContentsWalk.h - Walks over contents of suspects ---------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One walk labels and counts all objects below the points of suspects; a
/// second one counts the elements contained in other objects. Thus, each number
/// in a sentence is a count of objects, and "in" and "each" hold for all of
/// them.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_LEAKS_CONTENTSWALK_H
#define HPROF_LIB_ANALYSIS_LEAKS_CONTENTSWALK_H

#include "SuspectContents.h"
#include <array>
#include <map>
#include <optional>

namespace hprof {

/// Outermost objects of at least this role on paths down from a point.
/// Containers are always skipped.
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

/// Sums of objects below the points that are in the same suspects.
struct PartSums {
  ContentSums Objects; ///< All objects, with shallow bytes.
  ContentSums Own;     ///< Without those of nested suspects.
  std::array<ContentSums, NumLevels> Levels; ///< With retained bytes.
  /// Nodes of a list, except its first.
  uint64_t Chained = 0;
};

/// Objects \p In that are contained in objects \p Around.
struct LiesIn {
  SuspectContent In, Around;
  unsigned InLevel = AnyLevel, AroundLevel = AnyLevel;

  uint64_t Objects = 0, Bytes = 0; ///< In Around.
  uint64_t Holders = 0;            ///< Objects in Around that contain any.
  /// Number of objects in each holder; 0 if it varies or is unknown.
  uint64_t Each = 0;
};

/// Contents of a suspect to be named, chosen before the second walk.
struct ElementChoice {
  unsigned Level = AnyLevel; ///< With most of the bytes.
  /// The level of the objects named first; nullopt for the points.
  std::optional<unsigned> Named;
  /// The elements in objects of a library or of another class.
  std::optional<LiesIn> Outer;
  std::optional<LiesIn> Inner; ///< Application objects in the elements.
  /// The values in collections, with the collections named as elements.
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

  // Per object, from the lowest bit: the levels that have an object on the path
  // to it, InChain, and its part, or one of these constants.
  static constexpr uint32_t Unknown = 0, Outside = 1, First = 2;
  static constexpr unsigned NumBits = NumLevels + 1;
  /// There are only nodes of a list or tree between the object and the point.
  static constexpr uint32_t InChain = 1u << NumLevels;
  static uint32_t place(uint32_t Where) { return Where << NumBits; }

  void findParts();
  void countOwn();
  bool isSoftlyHeld(Node N) const;
  uint32_t enter(Node N, uint32_t Above);
  void countSoft(LeakSuspect &S, const PartSums &Sum) const;
  void label();

  // SuspectElements.cpp
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
  std::map<Numbers, uint32_t> PartOf; ///< By suspects, innermost first.
  std::vector<PartSums> Parts;
  std::vector<uint32_t> Innermost; ///< By part: its suspect.
  std::vector<uint64_t> ListType;  ///< By part: the class of a list's nodes.
  std::vector<llvm::DenseSet<TypeNumber>> LinkTypes; ///< Between nodes.
  std::vector<ElementChoice> Choices;                ///< By suspect.
};

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_LEAKS_CONTENTSWALK_H

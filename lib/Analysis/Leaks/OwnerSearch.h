//===- OwnerSearch.h - Finds fields that hold suspects ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The field that holds a collection shows the purpose of the collection. This
/// field is on the path to the suspect or, if several objects hold the first
/// object on the path, on the shortest path back to a field of the application.
/// Local variables of threads hold objects in use, so they are considered only
/// if there are no other holders.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_LEAKS_OWNERSEARCH_H
#define HPROF_LIB_ANALYSIS_LEAKS_OWNERSEARCH_H

#include "ClassRoles.h"
#include "hprof/Analysis/Contents/HeapContents.h"
#include "hprof/Analysis/Leaks/LeakSuspects.h"

namespace hprof {

class InboundReferences;

class OwnerSearch {
public:
  /// All arguments must outlive this. \p Options must have Contents.
  OwnerSearch(const HeapGraph &G, const DominatorTree &T,
              const ClassRoles &Roles, const SuspectOptions &Options)
      : G(G), T(T), Roles(Roles), Options(Options),
        Contents(*Options.Contents) {}

  /// Sets Owner and Program if they are on the path.
  void addOwnersOnWay(LeakSuspect &S) const;
  /// Moves a single point up to the object that Owner holds if only containers
  /// are in between. Returns the objects that were removed from the path.
  std::vector<Node> raisePoint(LeakSuspect &S) const;
  /// Sets all other members, including Above, Local, Sampled and Owned. \p
  /// Entries are the ThreadLocal entries that hold all elements, from
  /// addContents().
  llvm::Error addOwners(LeakSuspect &S, llvm::ArrayRef<Node> Entries);

private:
  /// Result of a backward search.
  struct Found {
    SuspectOwner Any, Program;
    /// Path from Any, or from an entry before Any.
    std::vector<Node> ToAny;
    std::vector<Node> ToProgram; ///< Path from Program.
  };

  /// A class and the name of its field.
  using FieldOf = std::pair<std::string, std::string>;
  enum class OtherWay { None, Found, Unknown };

  std::optional<FieldOf> fieldOf(const SuspectOwner &O) const;
  bool refersWithout(const FieldOf &O, Node By, Node To) const;
  llvm::Expected<OtherWay> otherWayTo(Node N, const FieldOf &O,
                                      llvm::DenseSet<Node> &Holders);
  llvm::Error findOtherOwners(LeakSuspect &S);
  llvm::Error findOtherWays(LeakSuspect &S, llvm::ArrayRef<Node> Members,
                            llvm::ArrayRef<SuspectOwner> Owners);
  SuspectOwner ownerAt(const LeakSuspect &S, size_t I) const;
  size_t commonSteps(const LeakSuspect &S) const;
  bool canOwn(Node N, Node Next) const;
  bool isOfCollection(const ReferenceLabel &L) const;
  bool isOfLoader(const ReferenceLabel &L) const;
  bool isProgram(Node N) const;
  bool isThread(Node N) const;
  std::optional<ReferenceLabel> fieldTo(Node From, Node To) const;
  llvm::Expected<Found> searchBack(Node From, size_t Most);
  struct Common {
    SuspectOwner Owner;
    std::vector<Node> Objects;
  };
  Common mostCommon(llvm::ArrayRef<SuspectOwner> Owners) const;
  llvm::Expected<std::vector<SuspectOwner>> ownersOf(llvm::ArrayRef<Node> Of);
  llvm::Error ownersOfGroup(LeakSuspect &S);
  llvm::Error findLocal(LeakSuspect &S, llvm::ArrayRef<Node> Entries);
  std::vector<SuspectOwner> ownersBelow(Node Point, Node N) const;
  std::vector<Node> samples(const SuspectContent &E, uint64_t Most) const;
  SuspectOwner ownerBelow(Node Point, llvm::ArrayRef<Node> Of) const;
  llvm::Expected<SuspectOwner> ownerAround(llvm::ArrayRef<Node> Of);
  llvm::Error findOwnerBesideThread(LeakSuspect &S);
  SuspectOwner sharedOwner(llvm::ArrayRef<SuspectOwner> Owners) const;
  llvm::Error keepShared(const LeakSuspect &S, Found &F);

  const HeapGraph &G;
  const DominatorTree &T;
  const ClassRoles &Roles;
  const SuspectOptions &Options;
  const HeapContents &Contents;
};

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_LEAKS_OWNERSEARCH_H

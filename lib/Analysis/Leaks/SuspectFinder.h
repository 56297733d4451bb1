//===- SuspectFinder.h - A search for leak suspects -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_LEAKS_SUSPECTFINDER_H
#define HPROF_LIB_ANALYSIS_LEAKS_SUSPECTFINDER_H

#include "ClassRoles.h"
#include "hprof/Analysis/Dominators/DominatorChildren.h"
#include "hprof/Analysis/Leaks/LeakSuspects.h"
#include <optional>

namespace hprof {

class OwnerSearch;

/// Data shared by several searches.
struct SharedFacts {
  std::optional<ClassRoles> Roles;
  std::vector<uint64_t> FirstOfName;
};

class SuspectFinder {
public:
  SuspectFinder(const HeapGraph &G, const DominatorTree &T,
                const SuspectOptions &Options, SharedFacts &Shared)
      : G(G), T(T), Options(Options), Shared(Shared) {}
  /// Returns no suspects if all are among \p Known, unless that is null.
  llvm::Expected<std::vector<LeakSuspect>>
  find(const std::vector<LeakSuspect> *Known = nullptr);

private:
  llvm::Error findPoints();
  void addPoint(Node N);
  llvm::StringRef fieldBefore(Node N);
  void joinPoints();
  const std::vector<uint64_t> &firstOfName() const;
  void dropSmall(LeakSuspect &S) const;
  void findGroups();
  llvm::Error addLargest();
  LeakSuspect accumulationBelow(Node Member,
                                const DominatorChildren &Below) const;
  llvm::Error addChildren();
  bool isPartOf(const LeakSuspect &S, const LeakSuspect &Tree) const;
  void raisePoints(const OwnerSearch &Owners);
  llvm::Error addOwnersAndLimits(OwnerSearch &Owners, const ClassRoles &Roles,
                                 llvm::ArrayRef<std::vector<Node>> Locals);
  void rank(const ClassRoles &Roles);
  void chooseKind(LeakSuspect &S) const;
  bool isA(Node N, llvm::StringRef Class) const;
  bool refersTo(Node From, Node To) const;

  const HeapGraph &G;
  const DominatorTree &T;
  const SuspectOptions &Options;
  SharedFacts &Shared;
  std::optional<DominatorChildren> Large;
  llvm::DenseMap<Node, std::string> Fields; ///< Results of fieldBefore().
  /// By point: the steps down to the accumulation point inside a collection.
  llvm::DenseMap<Node, std::vector<Node>> Below;
  std::vector<LeakSuspect> Suspects;
};

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_LEAKS_SUSPECTFINDER_H

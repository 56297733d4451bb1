//===- LeakSuspects.h - Where a heap accumulates ----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Looks for the places where memory accumulates. An object is such an
/// accumulation point when it retains much more than those of its children
/// retain that are themselves worth a look: the rest is spread over many small
/// ones. At the top of the tree, where no object holds all, the objects of one
/// class can accumulate.
///
/// A list or a tree is one thing: where a class comes again on the way down,
/// what is below its first object is taken together.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_LEAKS_LEAKSUSPECTS_H
#define HPROF_ANALYSIS_LEAKS_LEAKSUSPECTS_H

#include "hprof/Analysis/Dominators/IgnoredReach.h"

namespace hprof {

class HeapContents;

/// What holds what is suspected: the innermost thread, class (by a static
/// field) or class loader on the way to it.
enum class SuspectKind : uint8_t {
  Object, ///< None of these.
  Class,
  Loader,
  Thread,
  Group, ///< Many objects of a class, and of those with its
         ///< stableClassName(), held by no single one.
};

/// Objects of a class, and of those with its stableClassName() (ClassName.h),
/// of whatever loader.
struct SuspectContent {
  uint64_t Type = 0; ///< As of HeapGraph::types(); see typeName(). The least.
  uint64_t Objects = 0;
  uint64_t Bytes = 0;
  Node Example = NoNode; ///< That with the least id.
  uint64_t Loaders = 1;  ///< Of these classes.
};

/// What of a suspect another one holds, too.
struct SuspectShare {
  uint64_t Suspect = 0; ///< The other one, by its position among all.
  uint64_t Points = 0;  ///< Accumulation points that are below one of its.
  uint64_t Bytes = 0;   ///< That these retain.
};

struct LeakSuspect {
  SuspectKind Kind = SuspectKind::Object;
  /// Bytes that the accumulation points or the members of the group retain.
  uint64_t Retained = 0;
  /// Of these, what is not in children that are themselves large.
  uint64_t Own = 0;
  /// Where memory accumulates; several when the same way by classes leads to
  /// them, the one that retains most first. Of a group all members.
  std::vector<Node> Points;
  std::vector<uint64_t> PointBytes; ///< What each of them retains.
  /// The dominators of the first point, from the top down, itself the last.
  /// Empty for a group.
  std::vector<Node> Way;
  std::vector<uint64_t> WayBytes; ///< What each of them retains.
  /// Index in Way of the object that Kind names.
  size_t Holder = 0;
  /// Objects of one class one below the other, as in a list or a tree.
  uint64_t Nested = 0;
  /// What the points dominate immediately, but for what is itself suspected:
  /// Bytes are what it retains. Most first, at most five.
  std::vector<SuspectContent> Children;
  /// All that the points retain, themselves too: Bytes are shallow. Most first,
  /// at most five.
  std::vector<SuspectContent> Contents;
  /// Of a group: classes of which every path from the roots to (nearly) all of
  /// it meets an object, the outermost first. Names of types.
  std::vector<uint64_t> MetBefore;
  /// Of a group: its members that retain most, at most three, these first. Each
  /// has the way from the member down to the one point where it accumulates,
  /// what that retains, and its children.
  std::vector<LeakSuspect> Largest;
  /// The suspects that hold a part of this one, each point counted for the
  /// nearest around it, most bytes first. In none, the rest.
  std::vector<SuspectShare> PartOf;
  /// The same in every dump in which the same classes and fields lead to it.
  uint64_t Signature = 0;
};

/// What must be retained to be suspected unless somebody says otherwise, in
/// percent of what is reachable.
constexpr double DefaultSuspectPercent = 10;
/// That part of \p Whole bytes; at least one.
uint64_t shareOf(uint64_t Whole, double Percent);

struct SuspectOptions {
  /// What must be retained to be suspected.
  uint64_t Least = 1;
  /// As for the dominator tree.
  ReferenceKinds Ignored;
  bool KeepUnreachable = false;
  /// Names the fields on the way, which then are a part of the signature. May
  /// be null.
  const HeapContents *Contents = nullptr;
};

/// What is suspected of a whole graph, without the tree that says so.
struct LeakReport {
  uint64_t Least = 0; ///< As in SuspectOptions.
  ReferenceKinds Ignored;
  /// Of what references of any kind reach.
  DominatorTotals Totals;
  /// The part of Totals that only references of the kinds reach that were to be
  /// ignored.
  IgnoredReach ByIgnored;
  std::vector<LeakSuspect> Suspects;

  /// Whether they were followed although they were to be ignored, since what
  /// only they reach could itself be suspected.
  bool followsIgnored() const { return Ignored.empty() && ByIgnored.Bytes; }
};

/// The suspects, those that retain most first. Each has at least
/// Options.Least bytes that no other has, so there are few.
llvm::Expected<std::vector<LeakSuspect>>
findLeakSuspects(const HeapGraph &G, const DominatorTree &T,
                 const SuspectOptions &Options);

} // namespace hprof

#endif // HPROF_ANALYSIS_LEAKS_LEAKSUSPECTS_H

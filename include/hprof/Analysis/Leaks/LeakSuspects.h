//===- LeakSuspects.h - Where a heap accumulates ----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Looks for the places where memory accumulates. An object is an accumulation
/// point when it retains much more than its large children do together: the
/// rest is spread over many small ones. At the top of the tree, where no single
/// object holds everything, the objects of one class can accumulate.
///
/// A list or a tree is one thing: where a class repeats on the way down,
/// everything below its first object is taken together.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_LEAKS_LEAKSUSPECTS_H
#define HPROF_ANALYSIS_LEAKS_LEAKSUSPECTS_H

#include "hprof/Analysis/Dominators/IgnoredReach.h"

namespace hprof {

class HeapContents;

/// What holds the suspect: the innermost thread, class (by a static field) or
/// class loader on the path to it.
enum class SuspectKind : uint8_t {
  Object, ///< None of these.
  Class,
  Loader,
  Thread,
  Group, ///< Many objects of a class, and of those with its
         ///< stableClassName(), held by no single one.
};

/// Objects of a class and of classes with the same stableClassName()
/// (ClassName.h), of any loader.
struct SuspectContent {
  uint64_t Type = 0; ///< As in HeapGraph::types(), the lowest; see typeName().
  uint64_t Objects = 0;
  uint64_t Bytes = 0;
  Node Example = NoNode; ///< The one with the lowest id.
  uint64_t Loaders = 1;  ///< Number of loaders of these classes.
};

/// The part of a suspect that another suspect holds, too.
struct SuspectShare {
  uint64_t Suspect = 0; ///< Position of the other one among all suspects.
  uint64_t Points = 0;  ///< Accumulation points below one of the other's.
  uint64_t Bytes = 0;   ///< Bytes retained by these points.
};

struct LeakSuspect {
  SuspectKind Kind = SuspectKind::Object;
  /// Bytes retained by the accumulation points or the members of the group.
  uint64_t Retained = 0;
  /// The part of Retained that is not in large children.
  uint64_t Own = 0;
  /// Where memory accumulates; several points when the same path by classes
  /// leads to them, largest retained size first. For a group, all members.
  std::vector<Node> Points;
  std::vector<uint64_t> PointBytes; ///< Retained size of each point.
  /// The dominators of the first point, from the top down, ending with the
  /// point itself. Empty for a group.
  std::vector<Node> Way;
  std::vector<uint64_t> WayBytes; ///< Retained size of each of them.
  /// Index in Way of the object that Kind names.
  size_t Holder = 0;
  /// Length of a nesting of objects of one class, as in a list or a tree.
  uint64_t Nested = 0;
  /// What the points dominate immediately, except for other suspects. Bytes are
  /// retained sizes. Largest first, at most five.
  std::vector<SuspectContent> Children;
  /// Everything the points retain, including themselves. Bytes are shallow.
  /// Largest first, at most five.
  std::vector<SuspectContent> Contents;
  /// For a group: classes such that every path from the roots to (nearly) every
  /// member meets an object of them, the outermost first. Names of types.
  std::vector<uint64_t> MetBefore;
  /// For a group: at most three members that retain most, largest first. Each
  /// has the path from the member down to the one point where memory
  /// accumulates, the retained size of that point, and its children.
  std::vector<LeakSuspect> Largest;
  /// The suspects that hold a part of this one, largest first. Each point
  /// counts for the nearest suspect around it. The rest is in none.
  std::vector<SuspectShare> PartOf;
  /// Equal across dumps when the same classes and fields lead to it.
  uint64_t Signature = 0;
};

/// Default threshold for suspects, in percent of the reachable bytes.
constexpr double DefaultSuspectPercent = 10;
/// This percentage of \p Whole bytes; at least one.
uint64_t shareOf(uint64_t Whole, double Percent);

struct SuspectOptions {
  /// Threshold for retained bytes.
  uint64_t Least = 1;
  /// As in the dominator tree.
  ReferenceKinds Ignored;
  bool KeepUnreachable = false;
  /// Names the fields on the path, which become part of the signature. May be
  /// null.
  const HeapContents *Contents = nullptr;
};

/// The suspects of a whole graph, without the tree they were found in.
struct LeakReport {
  uint64_t Least = 0; ///< As in SuspectOptions.
  ReferenceKinds Ignored;
  /// For everything reached by references of any kind.
  DominatorTotals Totals;
  /// The part of Totals reached only by references of the ignored kinds.
  IgnoredReach ByIgnored;
  std::vector<LeakSuspect> Suspects;

  /// Whether the references to be ignored were followed after all, because what
  /// only they reach could itself be suspected.
  bool followsIgnored() const { return Ignored.empty() && ByIgnored.Bytes; }
};

/// The suspects, largest retained size first. Each has at least Options.Least
/// bytes of its own, so there are few.
llvm::Expected<std::vector<LeakSuspect>>
findLeakSuspects(const HeapGraph &G, const DominatorTree &T,
                 const SuspectOptions &Options);

} // namespace hprof

#endif // HPROF_ANALYSIS_LEAKS_LEAKSUSPECTS_H

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
#include "llvm/ADT/STLFunctionalExtras.h"
#include <functional>

namespace hprof {

class ClassPattern;
class HeapContents;
class InboundReferences;

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

/// What holds something: a field of an object, a static field of a class, or a
/// thread.
struct SuspectOwner {
  Node Object = NoNode; ///< NoNode if there is none.
  Node Owned = NoNode;  ///< What its field refers to; NoNode: no field.
  /// With several points: the objects that hold some in this way, of which
  /// Object is one, and the bytes of the points of the one that holds most.
  uint64_t InAll = 1;
  uint64_t MostBytes = 0;
  explicit operator bool() const { return Object != NoNode; }
};

/// Why what a suspect holds may not grow any more.
enum class LimitKind : uint8_t {
  None,
  Field,    ///< A field has the limit.
  Array,    ///< All elements of an array of a fixed length are in use.
  Eviction, ///< A LinkedHashMap of the program's own, by access order or with
            ///< a round size, which is Most then.
  Round,    ///< Another collection with a very round size.
};

struct SuspectLimit {
  LimitKind Kind = LimitKind::None;
  Node Of = NoNode;    ///< The object, class or array that has the limit.
  uint64_t Used = 0;   ///< In the unit of Most: entries or, say, bytes.
  uint64_t Most = 0;   ///< 0 if it is not known.
  uint64_t NameId = 0; ///< The name of the field with the limit.
};

struct LeakSuspect {
  SuspectKind Kind = SuspectKind::Object;
  /// Bytes retained by the accumulation points or the members of the group.
  uint64_t Retained = 0;
  /// The part of Retained that is not in other suspects.
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
  /// How many objects hold points like that one, with several points.
  uint64_t Holders = 1;
  /// Objects of one class that hold each other, as in a list or a tree; 0: the
  /// points are no such objects. Only the first is a point.
  uint64_t Nested = 0;
  /// The types of the objects between them. Known only during the search.
  std::vector<uint64_t> LinkTypes;
  /// The innermost field that leads to all points and is not one of a
  /// collection.
  SuspectOwner Owner;
  /// The closest field of the program that leads to Owner, if Owner is a
  /// library's or unknown.
  SuspectOwner Program;
  /// If Owner or Program is not in Way: objects that lead from there to Way,
  /// the outermost first, on one of several ways.
  std::vector<Node> Above;
  /// For what is held by threads: the static field of the ThreadLocal.
  SuspectOwner Local;
  /// For a group: how many of Sampled members Owner holds.
  uint64_t Sampled = 0, Owned = 0;
  /// Members among Owned that nothing else leads to, and those to which
  /// something surely does. With the rest, it is not known. Without a group,
  /// OtherwiseHeld is 1 if Owner is not on the way, and something else may lead
  /// to the points.
  uint64_t OnlyOwned = 0, OtherwiseHeld = 0;
  /// What accumulates: the outermost objects of the program below the points
  /// or, if they are not the most, of libraries or any but containers. Bytes
  /// are retained sizes. Largest first, at most five. Without those of suspects
  /// in this one.
  std::vector<SuspectContent> Elements;
  /// Objects of a library around these, or none.
  SuspectContent Outer;
  /// Objects of the program in these, or none.
  SuspectContent Inner;
  /// Each of the elements has as many of them; 0 if that is not so.
  uint64_t InnerEach = 0;
  SuspectLimit Limit;
  /// The part of Retained that only soft references lead to, and their number.
  uint64_t SoftBytes = 0, SoftReferences = 0;
  /// What the points dominate immediately, except for other suspects. Bytes are
  /// retained sizes. Largest first, at most five.
  std::vector<SuspectContent> Children;
  /// Everything the points retain, including themselves. Bytes are shallow.
  /// Largest first, at most five.
  std::vector<SuspectContent> Contents;
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
  /// Names the fields on the path, which become part of the signature. May be
  /// null; there are no owners and no limits then.
  const HeapContents *Contents = nullptr;
  /// Classes that are the program's, whatever their packages. May be null.
  const ClassPattern *Program = nullptr;
  /// Leave out what does not matter to a comparison: owners and largest members
  /// of groups, limits, and the order.
  bool ForComparison = false;
  /// Finds what refers to objects that no single object holds. May be empty.
  std::function<llvm::Expected<const InboundReferences *>()> Inbound;
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
  /// For a comparison, see ComparedSuspects.
  std::vector<LeakSuspect> Smaller;

  /// Whether the references to be ignored were followed after all, because what
  /// only they reach could itself be suspected.
  bool followsIgnored() const { return Ignored.empty() && ByIgnored.Bytes; }
};

/// The suspects, the likeliest leak first: those of programs and libraries,
/// then the platform's; of these, the one with most bytes of its own first,
/// where those that may not grow any more, or that the VM
/// may clear, count for a third. Each has at least
/// Options.Least bytes of its own, so there are few.
llvm::Expected<std::vector<LeakSuspect>>
findLeakSuspects(const HeapGraph &G, const DominatorTree &T,
                 const SuspectOptions &Options);

/// The suspects for a comparison, in no order.
struct ComparedSuspects {
  std::vector<LeakSuspect> Suspects;
  /// Those with half of the bytes, found in a search of its own. Empty if all
  /// of them are suspects.
  std::vector<LeakSuspect> Smaller;
};
/// Whether smaller ones are of use when there are these suspects.
using NeedsSmaller = llvm::function_ref<bool(llvm::ArrayRef<LeakSuspect>)>;
llvm::Expected<ComparedSuspects> findComparedSuspects(const HeapGraph &G,
                                                      const DominatorTree &T,
                                                      SuspectOptions Options,
                                                      NeedsSmaller Needs);

} // namespace hprof

#endif // HPROF_ANALYSIS_LEAKS_LEAKSUSPECTS_H

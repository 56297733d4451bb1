//===- LeakSuspects.h - Where memory accumulates ----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds the places where memory accumulates. An object is an accumulation
/// point if it retains much more than its large children together: the rest is
/// spread over many small ones. At the top of the dominator tree, objects of
/// one class can accumulate without a single object that holds them.
///
/// A list or a tree is treated as a unit: if a class occurs repeatedly on a
/// path down the tree, everything below the first object of this class is
/// combined.
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

/// Kind of holder: the innermost thread, class (by a static field) or class
/// loader on the path to the suspect.
enum class SuspectKind : uint8_t {
  Object, ///< None of these.
  Class,
  Loader,
  Thread,
  Group, ///< Objects with one stableClassName() and no common holder.
};

/// Objects of all classes with one stableClassName() (ClassName.h).
struct SuspectContent {
  uint64_t Type = 0; ///< Lowest type in HeapGraph::types(); see typeName().
  uint64_t Objects = 0;
  uint64_t Bytes = 0;
  Node Example = NoNode; ///< Object with the lowest id.
  uint64_t Loaders = 1;  ///< Number of loaders of these classes.
};

/// The part of a suspect that another suspect also holds.
struct SuspectShare {
  uint64_t Suspect = 0; ///< Index of the other suspect among all suspects.
  uint64_t Points = 0;  ///< Accumulation points below the other suspect's.
  uint64_t Bytes = 0;   ///< Bytes retained by these points.
};

/// A holder: a field of an object, a static field of a class, or a thread.
struct SuspectOwner {
  Node Object = NoNode; ///< NoNode if there is none.
  /// Object that the field refers to; NoNode if there is no field.
  Node Owned = NoNode;
  /// If there are several points: the number of objects that hold points
  /// through the same field, including Object, and the size of the points held
  /// by the one that holds the most.
  uint64_t InAll = 1;
  uint64_t MostBytes = 0;
  explicit operator bool() const { return Object != NoNode; }
};

/// Reason to assume that a suspect no longer grows.
enum class LimitKind : uint8_t {
  None,
  Field,    ///< A field contains the limit.
  Array,    ///< All elements of an array of a fixed length are in use.
  Eviction, ///< A LinkedHashMap subclass in access order or of round size.
  Round,    ///< Another collection whose size is a very round number.
};

struct SuspectLimit {
  LimitKind Kind = LimitKind::None;
  Node Of = NoNode;    ///< Object, class or array with the limit.
  uint64_t Used = 0;   ///< In the unit of Most: entries or bytes.
  uint64_t Most = 0;   ///< 0 if unknown.
  uint64_t NameId = 0; ///< Name of the field with the limit.
};

struct LeakSuspect {
  SuspectKind Kind = SuspectKind::Object;
  /// Bytes retained by the accumulation points or the members of the group.
  uint64_t Retained = 0;
  /// The part of Retained that is not in other suspects.
  uint64_t Own = 0;
  /// Accumulation points, largest retained size first; there are several if the
  /// same path of classes leads to them. For a group, all members.
  std::vector<Node> Points;
  std::vector<uint64_t> PointBytes; ///< Retained size of each point.
  /// Dominators of the first point, from the top down, ending with the point
  /// itself. Empty for a group.
  std::vector<Node> Way;
  std::vector<uint64_t> WayBytes; ///< Retained size of each object in Way.
  /// Index in Way of the object that Kind describes.
  size_t Holder = 0;
  /// If there are several points: number of objects that hold some of the
  /// points in the same way as the holder.
  uint64_t Holders = 1;
  /// Number of objects of one class that hold each other, as in a list or a
  /// tree, of which only the first is a point; 0 if there are none.
  uint64_t Nested = 0;
  /// Types of the objects between nested objects. Set only during the search.
  std::vector<uint64_t> LinkTypes;
  /// The innermost field, outside collections, that leads to all points.
  SuspectOwner Owner;
  /// The closest field of the application that leads to Owner, if Owner belongs
  /// to a library or is unknown.
  SuspectOwner Program;
  /// If Owner or Program is not in Way: the objects on one of the paths from
  /// there to Way, outermost first.
  std::vector<Node> Above;
  /// The static field that refers to the ThreadLocal, if threads hold the
  /// suspect through one.
  SuspectOwner Local;
  /// For a group: number of sampled members, and number of those that Owner
  /// holds.
  uint64_t Sampled = 0, Owned = 0;
  /// For a group: number of Owned members that are reached only through Owner,
  /// and number of those that are known to be reached in other ways, too; it is
  /// unknown for the remaining members. For any other suspect, OtherwiseHeld is
  /// 1 if Owner is not in Way and other references may lead to the points.
  uint64_t OnlyOwned = 0, OtherwiseHeld = 0;
  /// Accumulated objects: the outermost application objects below the points
  /// or, if these are the minority, library objects or any other objects except
  /// containers. Objects of nested suspects are excluded. Bytes are retained
  /// sizes. Largest first, at most five entries.
  std::vector<SuspectContent> Elements;
  /// Objects of a library that contain the elements, if any.
  SuspectContent Outer;
  /// Application objects in the elements, if any.
  SuspectContent Inner;
  /// Number of Inner objects in each element; 0 if it varies.
  uint64_t InnerEach = 0;
  SuspectLimit Limit;
  /// The part of Retained that is reached only through soft references, and the
  /// number of these references.
  uint64_t SoftBytes = 0, SoftReferences = 0;
  /// Immediate children of the points, except other suspects. Bytes are
  /// retained sizes. Largest first, at most five entries.
  std::vector<SuspectContent> Children;
  /// All objects that the points retain, including themselves. Bytes are
  /// shallow. Largest first, at most five entries.
  std::vector<SuspectContent> Contents;
  /// For a group: up to three members that retain the most, largest first. Each
  /// contains the path from the member down to its single accumulation point,
  /// and the retained size and the children of that point.
  std::vector<LeakSuspect> Largest;
  /// The suspects that hold a part of this one, by size of the part, largest
  /// first. Each point is counted for the innermost suspect that contains it,
  /// if any.
  std::vector<SuspectShare> PartOf;
  /// Equal across dumps if the same classes and fields lead to the suspect.
  uint64_t Signature = 0;
};

/// Default threshold for suspects, as a percentage of the reachable bytes.
constexpr double DefaultSuspectPercent = 10;
/// Returns \p Percent of \p Whole bytes, but at least one byte.
uint64_t shareOf(uint64_t Whole, double Percent);

struct SuspectOptions {
  /// Threshold for retained bytes.
  uint64_t Least = 1;
  /// Kinds of references ignored in the dominator tree.
  ReferenceKinds Ignored;
  /// Used to name the fields on the path, which become part of the signature.
  /// May be null; no owners or limits are found then.
  const HeapContents *Contents = nullptr;
  /// Application classes, regardless of their packages. May be null.
  const ClassPattern *Program = nullptr;
  /// Skip the parts that a comparison does not use: owners and largest members
  /// of groups, limits, and sorting.
  bool ForComparison = false;
  /// Returns incoming references, which are used for objects without a single
  /// holder. May be empty.
  std::function<llvm::Expected<const InboundReferences *>()> Inbound;
};

/// The suspects in a graph, independent of the tree in which they were found.
struct LeakReport {
  uint64_t Least = 0; ///< As in SuspectOptions.
  ReferenceKinds Ignored;
  /// Totals of objects reached through references of any kind.
  DominatorTotals Totals;
  /// The part of Totals reached only through references of the ignored kinds.
  IgnoredReach ByIgnored;
  std::vector<LeakSuspect> Suspects;
  /// For a comparison; see ComparedSuspects.
  std::vector<LeakSuspect> Smaller;

  /// Whether references of the ignored kinds were followed after all, because
  /// the objects reached only through them could be a suspect.
  bool followsIgnored() const { return Ignored.empty() && ByIgnored.Bytes; }
};

/// Returns the suspects, the likeliest leak first: suspects of applications and
/// libraries precede those of the platform. Within these, suspects are sorted
/// by descending own size, which is divided by three if the suspect seems to
/// have stopped growing or the VM may clear it. Each suspect has at least
/// Options.Least bytes of its own, so there are few suspects.
llvm::Expected<std::vector<LeakSuspect>>
findLeakSuspects(const HeapGraph &G, const DominatorTree &T,
                 const SuspectOptions &Options);

/// Suspects for a comparison, in no particular order.
struct ComparedSuspects {
  std::vector<LeakSuspect> Suspects;
  /// Suspects with at least half of the threshold, found in a separate search.
  /// Empty if all of them are among Suspects.
  std::vector<LeakSuspect> Smaller;
};
/// Returns whether smaller suspects are needed in addition to these.
using NeedsSmaller = llvm::function_ref<bool(llvm::ArrayRef<LeakSuspect>)>;
llvm::Expected<ComparedSuspects> findComparedSuspects(const HeapGraph &G,
                                                      const DominatorTree &T,
                                                      SuspectOptions Options,
                                                      NeedsSmaller Needs);

} // namespace hprof

#endif // HPROF_ANALYSIS_LEAKS_LEAKSUSPECTS_H

//===- PathTree.h - Merged paths to many objects ----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Thousands of paths to leaked objects often go through the same fields of the
/// same classes. Objects reached through the same fields from the same roots
/// form one group of the tree. If a field repeatedly leads to objects of the
/// same class, as in a list, one group contains all of them. If a sequence of
/// steps repeats (a node of a trie, its map, the table, an entry), each group
/// of the second round contains the objects of all further rounds. This keeps
/// the tree small.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_PATHS_PATHTREE_H
#define HPROF_ANALYSIS_PATHS_PATHTREE_H

#include "hprof/Analysis/Contents/FrameNames.h"
#include "hprof/Analysis/Paths/ShortestPaths.h"
#include "llvm/ADT/DenseMap.h"
#include <tuple>

namespace hprof {

struct PathGroup {
  static constexpr uint32_t None = UINT32_MAX;

  uint32_t Parent = None; ///< None for groups of roots.
  ReferenceLabel Label;   ///< Label of a reference to an object of the group.
  RecordKind Root = RecordKind::RootUnknown; ///< For a group of roots.
  Node From = NoNode;                        ///< Object that refers to Example.
  /// The object with the lowest id in the group; if paths end in the group,
  /// only objects where paths end are considered.
  Node Example = NoNode;
  uint64_t Objects = 0;
  uint64_t Repeats = 0;  ///< Objects not reached from Parent, as in a list.
  uint64_t Targets = 0;  ///< Paths that end here or below, after finish().
  uint64_t Ends = 0;     ///< Number of paths that end here.
  bool IsJoined = false; ///< The objects belong to several classes.
  bool EndsInExample = false;
  /// The group's objects, if the tree keeps them.
  std::vector<Node> Members;
  std::vector<uint32_t> Children;
};

/// The groups in a tree of the paths to all objects. The group of an object
/// does not depend on the requested paths, so an index can store them.
class PathGroups {
public:
  /// Memory that compute() needs per group, besides its result.
  static constexpr uint64_t BytesPerGroup = 400;
  /// Maximum number of steps in a repeating sequence of classes. After such a
  /// sequence, a path continues in the group where the sequence began.
  static constexpr size_t MostSteps = 8;

  /// Returns nullopt if there would be more than \p Most groups: if all paths
  /// differ, storing the groups is not worthwhile.
  static llvm::Expected<std::optional<PathGroups>>
  compute(const HeapContents &Contents, const ShortestPaths &Paths,
          const EdgeFilter &Follow, uint64_t Most = UINT32_MAX - 1);

  struct Columns {
    NumberArray Of;             ///< Per node: its group plus 1, or 0.
    BigArray<uint32_t> Parents; ///< Per group.
  };
  const Columns &columns() const { return Data; }
  static PathGroups fromColumns(Columns C) {
    PathGroups P;
    P.Data = std::move(C);
    return P;
  }

  uint64_t size() const { return Data.Parents.size(); }
  /// Returns the parent of \p Group, a smaller number, or PathGroup::None.
  uint32_t parent(uint32_t Group) const { return Data.Parents[Group]; }
  /// Returns the group of \p N; PathGroup::None if \p N was not reached.
  uint32_t of(Node N) const { return uint32_t(Data.Of.get(N)) - 1; }

private:
  Columns Data;
};

class PathTree {
public:
  /// \p KeepMembers costs 8 bytes per object on a path. \p JoinByName merges
  /// groups whose classes have the same stableClassName() (ClassName.h), across
  /// loaders.
  explicit PathTree(const HeapContents &Contents, bool KeepMembers = false,
                    bool JoinByName = false);

  /// Adds a path from a root to a target, through references that \p Follow
  /// allows.
  void add(llvm::ArrayRef<Node> Path, const EdgeFilter &Follow);
  /// Adds the paths to all \p Targets that \p Paths reached, in time
  /// proportional to the number of objects on them.
  llvm::Error add(const ShortestPaths &Paths, llvm::ArrayRef<Node> Targets,
                  const EdgeFilter &Follow);
  /// Same as above, but uses \p Kept, the stored groups of \p Paths.
  llvm::Error add(const ShortestPaths &Paths, const PathGroups &Kept,
                  llvm::ArrayRef<Node> Targets, const EdgeFilter &Follow);
  /// Sorts children by descending number of paths, then in the order in which
  /// single paths were added or, for paths from ShortestPaths, by Example. Must
  /// be called last.
  void finish();

  /// Returns the groups, parents before their children.
  llvm::ArrayRef<PathGroup> groups() const { return Groups; }
  /// Returns the groups of roots. Valid after finish().
  llvm::ArrayRef<uint32_t> roots() const { return Roots; }

private:
  friend class PathGroups;
  /// Key for grouping references: parent group, kind of the label or root, its
  /// name, the declaring class, and the type of the referent.
  using Key = std::tuple<uint32_t, uint8_t, uint64_t, uint64_t, uint64_t>;
  Key keyOf(uint32_t Parent, const ReferenceLabel &L, Node To);
  uint64_t frameOf(const ReferenceLabel &L);
  uint32_t startOfRound(const Key &K) const;
  uint32_t enterRoot(Node N);
  uint32_t enter(uint32_t Parent, const ReferenceLabel &L, Node From, Node To);
  uint32_t enter(const Key &K, Node From, Node To);
  uint32_t enterPath(Node Target, const ShortestPaths &Paths,
                     const EdgeFilter &Follow, NumberArray &GroupOf);
  void show(PathGroup &G, Node From, Node To) const;
  void endAt(uint32_t Group, Node From, Node Target, const EdgeFilter &Follow);
  uint64_t typeOf(Node N) const;
  void join(PathGroup &G, Node To) const;
  ReferenceLabel label(Node From, Node To, const EdgeFilter &Follow);

  const HeapContents &C;
  bool KeepMembers;
  uint64_t MostGroups = UINT32_MAX - 1; ///< enterPath() stops at this number.
  bool IsOfMany = false;                ///< Has paths from ShortestPaths.
  std::vector<PathGroup> Groups;
  std::vector<uint32_t> Roots;
  llvm::DenseMap<Key, uint32_t> ByKey;
  FrameNames Frames;
  // If groups are merged, the first class with the same name.
  std::vector<ClassNumber> FirstOf;          ///< By class number.
  llvm::DenseMap<IdKey, uint64_t> FirstIdOf; ///< By class id.
  std::vector<Key> Keys;                     ///< Keys of Groups.
  std::vector<uint32_t> LastChild; ///< Per group: the child entered last.
  /// Labels of the references from objects with many named references, by
  /// referrer and referent.
  llvm::DenseMap<Node, llvm::DenseMap<Node, ReferenceLabel>> Labels;
  llvm::DenseSet<std::pair<uint32_t, Node>> Counted; ///< For single paths.
  std::vector<Node> Way; ///< Scratch space of enterPath(); empty outside it.
};

} // namespace hprof

#endif // HPROF_ANALYSIS_PATHS_PATHTREE_H

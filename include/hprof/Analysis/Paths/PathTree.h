//===- PathTree.h - Paths of many objects, merged ---------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Ten thousand paths to leaked objects say one thing: they go through the same
/// fields of the same classes. Objects that are reached by the same fields from
/// the same roots are one group of the tree; where a field leads on to objects
/// of the same class again and again (lists), the group holds them all, so that
/// the tree stays as small as what there is to say.
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
  ReferenceLabel Label;   ///< How its objects are reached: of one of them.
  RecordKind Root = RecordKind::RootUnknown; ///< Of a group of roots.
  Node From = NoNode;                        ///< Refers to Example.
  Node Example = NoNode; ///< That of its objects with the least id.
  uint64_t Objects = 0;
  uint64_t Repeats = 0; ///< Of them, reached from the group itself.
  uint64_t Targets = 0; ///< Paths that lead through here or end here.
  uint64_t Ends = 0;    ///< Paths that end here.
  /// Its objects, when the tree keeps them.
  std::vector<Node> Members;
  std::vector<uint32_t> Children;
};

/// The groups of a tree of the paths to all objects: into which group an object
/// comes does not depend on which paths are asked for. An index keeps them.
class PathGroups {
public:
  /// Memory that compute() needs for each group, beside what it returns.
  static constexpr uint64_t BytesPerGroup = 400;

  /// Nothing when there would be more than \p Most: paths that are all
  /// different are not worth keeping.
  static llvm::Expected<std::optional<PathGroups>>
  compute(const HeapContents &Contents, const ShortestPaths &Paths,
          const EdgeFilter &Follow, uint64_t Most = UINT32_MAX - 1);

  struct Columns {
    NumberArray Of;             ///< Of each node: its group and 1, or 0.
    BigArray<uint32_t> Parents; ///< Of each group.
  };
  const Columns &columns() const { return Data; }
  static PathGroups fromColumns(Columns C) {
    PathGroups P;
    P.Data = std::move(C);
    return P;
  }

  uint64_t size() const { return Data.Parents.size(); }
  /// The one that \p Group is below, a smaller number; PathGroup::None for
  /// groups of roots.
  uint32_t parent(uint32_t Group) const { return Data.Parents[Group]; }
  /// That of \p N; PathGroup::None when it was not reached.
  uint32_t of(Node N) const { return uint32_t(Data.Of.get(N)) - 1; }

private:
  Columns Data;
};

class PathTree {
public:
  /// \p KeepMembers costs 8 bytes for each object on a path.
  explicit PathTree(const HeapContents &Contents, bool KeepMembers = false)
      : C(Contents), KeepMembers(KeepMembers), Frames(Contents.context()) {}

  /// Adds a path from a root to a target, through references that \p Follow
  /// allows.
  void add(llvm::ArrayRef<Node> Path, const EdgeFilter &Follow);
  /// Adds those of all \p Targets that \p Paths reached, in time proportional
  /// to the objects that are on them.
  llvm::Error add(const ShortestPaths &Paths, llvm::ArrayRef<Node> Targets,
                  const EdgeFilter &Follow);
  /// The same with the groups that \p Kept has of \p Paths.
  llvm::Error add(const ShortestPaths &Paths, const PathGroups &Kept,
                  llvm::ArrayRef<Node> Targets, const EdgeFilter &Follow);
  /// Sorts children: those on more paths first, then as single paths were
  /// added, or those of ShortestPaths by their examples. To be called last.
  void finish();

  /// Parents before their children.
  llvm::ArrayRef<PathGroup> groups() const { return Groups; }
  /// The groups of roots, after finish().
  llvm::ArrayRef<uint32_t> roots() const { return Roots; }

private:
  friend class PathGroups;
  /// What makes references alike: parent group, kind of the label or root, what
  /// names it, who declares that, type of what it leads to.
  using Key = std::tuple<uint32_t, uint8_t, uint64_t, uint64_t, uint64_t>;
  Key keyOf(uint32_t Parent, const ReferenceLabel &L, Node To);
  uint64_t frameOf(const ReferenceLabel &L);
  uint32_t enterRoot(Node N);
  uint32_t enter(uint32_t Parent, const ReferenceLabel &L, Node From, Node To);
  uint32_t enter(const Key &K, Node From, Node To);
  uint32_t enterPath(Node Target, const ShortestPaths &Paths,
                     const EdgeFilter &Follow, NumberArray &GroupOf);
  void addTargets(llvm::ArrayRef<uint64_t> Ends);
  ReferenceLabel label(Node From, Node To, const EdgeFilter &Follow);

  const HeapContents &C;
  bool KeepMembers;
  uint64_t MostGroups = UINT32_MAX - 1; ///< enterPath() stops then.
  bool IsOfMany = false;                ///< There are paths of ShortestPaths.
  std::vector<PathGroup> Groups;
  std::vector<uint32_t> Roots;
  llvm::DenseMap<Key, uint32_t> ByKey;
  FrameNames Frames;
  std::vector<Key> Keys;           ///< Of Groups.
  std::vector<uint32_t> LastChild; ///< Of Groups: that was entered last.
  /// Of objects with many references that are named: what refers to what.
  llvm::DenseMap<Node, llvm::DenseMap<Node, ReferenceLabel>> Labels;
  llvm::DenseSet<std::pair<uint32_t, Node>> Counted; ///< By single paths.
  std::vector<Node> Way; ///< Of enterPath(); empty outside of it.
};

} // namespace hprof

#endif // HPROF_ANALYSIS_PATHS_PATHTREE_H

//===- RetainedSets.h - Retained sets of groups -----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The retained set of a group of objects consists of all objects that would be
/// garbage without the group: its members and those reached only through
/// members. It is computed exactly, for all groups at once.
///
/// Sums in the dominator tree would be too small: an object reached only
/// through two members is dominated by neither. Instead, a dataflow analysis
/// computes for each object the set of groups that every path from the roots
/// passes through: its own group plus the intersection over all its referrers.
/// There are few distinct sets, because neighbouring objects mostly have the
/// same one. Each set is stored once, and sets are compared by number. If there
/// are too many, the groups are processed 64 at a time with one bit each, which
/// takes more time but no more memory.
///
/// Retained sets of different groups overlap: the characters of a String are
/// retained by String, by byte[], and by the holder of the String.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_DOMINATORS_RETAINEDSETS_H
#define HPROF_ANALYSIS_DOMINATORS_RETAINEDSETS_H

#include "hprof/Analysis/Dominators/DominatorTree.h"
#include "hprof/Analysis/Graph/NodeGroups.h"

namespace hprof {

struct RetainedOptions {
  /// Same as in DominatorOptions.
  ReferenceKinds Ignored;
  bool KeepUnreachable = false;
  /// Limit on the number of members of stored sets, which take up to 32 bytes
  /// each. Above this limit, groups are processed 64 at a time.
  uint64_t MaxSetMembers = uint64_t(1) << 23;
  std::function<void(const char *Phase, uint64_t Done, uint64_t All)>
      OnProgress;
  /// Called periodically. When it returns true, the computation fails with
  /// std::errc::operation_canceled.
  std::function<bool()> ShouldEnd;
};

/// The retained set of a group, without unreachable objects.
struct RetainedSet {
  NodeGroups::Number Group = 0;
  uint64_t Objects = 0;         ///< Number of members.
  uint64_t Shallow = 0;         ///< Shallow bytes of the members.
  uint64_t RetainedObjects = 0; ///< Objects retained, including members.
  uint64_t Retained = 0;        ///< Bytes of the retained set.
};

class RetainedSets {
public:
  static llvm::Expected<RetainedSets> compute(const HeapGraph &G,
                                              const NodeGroups &Groups,
                                              const RetainedOptions &Options);
  /// Same as above, for several groupings at once. This is faster, but
  /// groupsBefore() is not available.
  static llvm::Expected<std::vector<RetainedSets>>
  computeAll(const HeapGraph &G, llvm::ArrayRef<NodeGroups> Ways,
             const RetainedOptions &Options);

  /// Restores sets that compute() found earlier, in the same order;
  /// groupsBefore() is not available.
  static RetainedSets fromSets(std::vector<RetainedSet> Sets) {
    RetainedSets S;
    S.Sets = std::move(Sets);
    return S;
  }

  /// Returns the sets of the groups with reachable members, by retained size,
  /// largest first, then by name and id.
  llvm::ArrayRef<RetainedSet> sets() const { return Sets; }
  /// Returns the groups that every path from the roots passes through before
  /// reaching \p N, ascending; empty if sets were not stored.
  llvm::ArrayRef<NodeGroups::Number> groupsBefore(Node N) const;
  /// Whether groups were processed as bits because there were too many sets.
  bool wasByBits() const { return Before.empty(); }

private:
  template <class T> friend class RetainedSetsBuilder;
  std::vector<RetainedSet> Sets;
  BigArray<uint32_t> Before; ///< Set number of each node, or NoSet.
  static constexpr uint32_t NoSet = UINT32_MAX;
  std::vector<uint64_t> SetBegins; ///< Begins in SetMembers, and the end.
  std::vector<NodeGroups::Number> SetMembers;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_DOMINATORS_RETAINEDSETS_H

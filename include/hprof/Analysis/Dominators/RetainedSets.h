//===- RetainedSets.h - What groups of objects keep alive -------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The retained set of a group of objects is all that would go if the whole
/// group went: its members and everything that is reached only through members
/// of it. This is computed exactly, for all groups at once.
///
/// Sums in the dominator tree would be too small: an object that is reached
/// through two members, and in no other way, has neither as its dominator.
/// Instead a dataflow finds for each object the set of groups of which every
/// path from the roots meets a member: that of an object is its own group and
/// the intersection over all that refer to it. The sets are few, because
/// neighbours have the same; they are kept once and compared by number. Where a
/// dump makes them too many, the groups are done 64 at a time with a bit each,
/// in more time but no more memory.
///
/// Retained sets of different groups overlap: the characters of a String are
/// retained by the Strings, by byte[], and by all that holds the String.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_DOMINATORS_RETAINEDSETS_H
#define HPROF_ANALYSIS_DOMINATORS_RETAINEDSETS_H

#include "hprof/Analysis/Dominators/DominatorTree.h"
#include "hprof/Analysis/Graph/NodeGroups.h"

namespace hprof {

struct RetainedOptions {
  /// As for the dominator tree that is shown beside.
  ReferenceKinds Ignored;
  bool KeepUnreachable = false;
  /// How much may be kept for sets, at up to 32 bytes each, before groups are
  /// done 64 at a time.
  uint64_t MaxSetMembers = uint64_t(1) << 23;
  std::function<void(const char *Phase, uint64_t Done, uint64_t All)>
      OnProgress;
};

/// Of a group, without what is unreachable.
struct RetainedSet {
  NodeGroups::Number Group = 0;
  uint64_t Objects = 0;         ///< Members.
  uint64_t Shallow = 0;         ///< Their bytes.
  uint64_t RetainedObjects = 0; ///< In the retained set, members among them.
  uint64_t Retained = 0;        ///< Bytes of the retained set.
};

class RetainedSets {
public:
  static llvm::Expected<RetainedSets> compute(const HeapGraph &G,
                                              const NodeGroups &Groups,
                                              const RetainedOptions &Options);
  /// The same for each of several ways to group, in less time than one by one;
  /// groupsBefore() is not known.
  static llvm::Expected<std::vector<RetainedSets>>
  computeAll(const HeapGraph &G, llvm::ArrayRef<NodeGroups> Ways,
             const RetainedOptions &Options);

  /// Sets that compute() found earlier, in that order; groupsBefore() is not
  /// known.
  static RetainedSets fromSets(std::vector<RetainedSet> Sets) {
    RetainedSets S;
    S.Sets = std::move(Sets);
    return S;
  }

  /// Of the groups that have reachable members, those that retain most first;
  /// equal ones by name and id.
  llvm::ArrayRef<RetainedSet> sets() const { return Sets; }
  /// The groups of which every path from the roots to \p N meets a member
  /// before \p N itself; ascending. Nothing when these were not kept.
  llvm::ArrayRef<NodeGroups::Number> groupsBefore(Node N) const;
  /// Whether the sets became too many.
  bool wasByBits() const { return Before.empty(); }

private:
  template <class T> friend class RetainedSetsBuilder;
  std::vector<RetainedSet> Sets;
  BigArray<uint32_t> Before; ///< Of each node: a set, or NoSet.
  static constexpr uint32_t NoSet = UINT32_MAX;
  std::vector<uint64_t> SetBegins; ///< Of each set, and an end.
  std::vector<NodeGroups::Number> SetMembers;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_DOMINATORS_RETAINEDSETS_H

//===- Checks.h - The checks of Lints.def -----------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One class per row of Lints.def, each in its own file. Checks that need
/// results of the whole walk get these results from LintPasses.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_LINT_CHECKS_H
#define HPROF_LIB_ANALYSIS_LINT_CHECKS_H

#include "ArrayContents.h"
#include "CollectionPlans.h"
#include "LintCheck.h"
#include "hprof/Java/JavaStrings.h"
#include <atomic>

namespace hprof {

/// A String that uses a part of a char[] (JDK 6 and earlier).
struct PartialString {
  Node Array;
  Node String;
  uint32_t Begin;
  uint32_t Length;
};

/// Records which arrays belong to Strings, collections and buffers; no finding.
class ArrayOwners : public LintCheck {
public:
  ArrayOwners(LintState &S, const CollectionPlans &Reader)
      : LintCheck(S), Reader(Reader) {}
  void start(unsigned Threads) override;
  bool wants(ClassNumber C) override;
  void instance(unsigned Thread, const LintInstance &I) override;
  llvm::Error finish(LintFinding &) override;

  /// Valid after finish(), by array.
  llvm::ArrayRef<PartialString> partialStrings() const { return Partial; }

private:
  void string(unsigned Thread, const LintInstance &I);
  void ownStatics();
  void findSharers();

  const CollectionPlans &Reader;
  ClassNumber String = NoClass;
  StringPlaces Places;
  std::vector<PerThread<std::vector<PartialString>>> Workers;
  std::vector<PartialString> Partial;
  std::atomic<bool> AnyShared{false};
};

/// The inputs of all checks.
struct LintPasses {
  LintState &S;
  const CollectionPlans &Reader;
  ArrayOwners &Owners;
};

// Each class is defined in <Id>.cpp.
#define HPROF_LINT(ID, ...)                                                    \
  std::unique_ptr<LintCheck> make##ID(const LintPasses &P);
#include "hprof/Analysis/Lint/Lints.def"

/// The groups with the most waste, which become rows.
class TopGroups {
public:
  struct Member {
    Node N;
    uint64_t Waste; ///< Bytes; 0 if the member is needed.
  };
  /// The first members of a group, which may contain all objects of the heap.
  class Members {
  public:
    void add(Node N, uint64_t Waste) {
      if (First.size() < MostMembers)
        First.push_back({N, Waste});
    }
    llvm::ArrayRef<Member> first() const { return First; }

  private:
    std::vector<Member> First;
  };
  static constexpr size_t MostMembers = 4096;
  struct Group {
    uint64_t Bytes = 0;
    uint64_t Count = 0;
    std::vector<Member> First; ///< Members; only the first one is shown.
    ArrayPattern Pattern = ArrayPattern::Mixed;
  };
  explicit TopGroups(size_t Most = 0) : Most(Most) {}
  /// Whether a group with \p Bytes would be kept.
  bool wants(uint64_t Bytes) const {
    return Most && (Heap.size() < Most || Heap.front().Bytes <= Bytes);
  }
  /// Copies the members only if the group is kept.
  void add(uint64_t Bytes, uint64_t Count, const Members &Of,
           ArrayPattern Pattern = ArrayPattern::Mixed);
  void merge(TopGroups &Other);
  /// Sorted by bytes, descending.
  std::vector<Group> take();
  /// Returns a row with the sums of \p G and its holders.
  static LintRow row(const LintState &S, const Group &G, std::string What);

private:
  static bool before(const Group &A, const Group &B);
  void push(Group G);
  size_t Most;
  std::vector<Group> Heap; ///< Smallest group first.
};

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_LINT_CHECKS_H

//===- Tally.h - Sums of the findings of checks -----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_LINT_TALLY_H
#define HPROF_LIB_ANALYSIS_LINT_TALLY_H

#include "LintState.h"

namespace hprof {

/// Key of a tally: a class, a node, or a combination that is never one of the
/// two largest numbers.
using TallyKey = uint64_t;

/// Counts holders by class.
class HolderTally {
public:
  void add(const LintState &S, Node N, uint64_t Bytes, uint64_t Count = 1);
  void remove(const LintState &S, Node N, uint64_t Bytes);
  void merge(const HolderTally &Other);
  /// Returns the first Options.MaxHolders holders, sorted by bytes.
  std::vector<LintHolder> holders(const LintState &S) const;

private:
  struct Entry {
    uint64_t Count = 0;
    uint64_t Bytes = 0;
    static constexpr size_t MostSamples = 16;
    /// Samples from which field names are determined: the paths whose children
    /// have the lowest hashes, which is a random but reproducible selection.
    llvm::SmallVector<HolderPath, 2> Samples;

    void add(HolderPath P);
  };
  static uint64_t rootKey(const LintState &S, Node N);
  static uint64_t key(const LintState &S, const HolderPath &P);
  std::string name(const LintState &S, uint64_t Key, const Entry &E) const;

  /// Keys are class numbers; for class objects, the number of classes plus
  /// their class number; for roots without a holder, RootKeys plus the root
  /// kind; for objects with several holders, SeveralKey; for unreachable
  /// objects, LostKey.
  static constexpr uint64_t RootKeys = uint64_t(1) << 32,
                            SeveralKey = UINT32_MAX - 8,
                            LostKey = SeveralKey - 1;
  llvm::DenseMap<TallyKey, Entry> Entries;
};

/// Sums over the findings of one kind. The order in which objects are added
/// does not matter.
struct Tally {
  uint64_t Count = 0;
  uint64_t Bytes = 0;
  /// Used for averages; the meaning depends on the check.
  uint64_t Used = 0, Room = 0;
  HolderTally Holders;

  void add(const LintState &S, Node N, uint64_t NewBytes) {
    add(S, N, NewBytes, NewBytes);
  }
  /// Adds \p N. The objects with the largest \p Size become examples. The
  /// holder is that of \p Held, which is \p N by default.
  void add(const LintState &S, Node N, uint64_t NewBytes, uint64_t Size,
           Node Held = NoNode);
  void merge(const Tally &Other);
  /// Removes the largest example; if several are equally large, the one with
  /// the lowest node number.
  void dropFirst(const LintState &S);
  LintRow row(const LintState &S, std::string What) const;

private:
  void addExample(Node N, uint64_t Size);
  static constexpr size_t MostExamples = 16;
  /// Sorted by descending size, then by ascending node.
  llvm::SmallVector<std::pair<uint64_t, Node>, 4> Examples;
};

/// A tally per key.
using Tallies = llvm::DenseMap<TallyKey, Tally>;

/// Key for all objects that only the JDK holds. They form a single row, because
/// users cannot change them.
constexpr uint64_t JdkKey = UINT64_MAX / 2 - 1;
/// The name of the row for JdkKey.
constexpr const char JdkText[] = "(held by the class library alone)";

/// Sums up \p All in \p F and creates rows. \p Name returns the name of a row,
/// \p Detail its details, and \p IsAnySize the value of LintRow::IsAnySize; \p
/// Detail and \p IsAnySize may be null.
void fillFinding(
    const LintState &S, LintFinding &F, const Tallies &All,
    llvm::function_ref<std::string(uint64_t Key)> Name,
    llvm::function_ref<std::string(uint64_t Key, const Tally &)> Detail =
        nullptr,
    llvm::function_ref<bool(uint64_t Key, const Tally &)> IsAnySize = nullptr);

/// Adds a row for the objects that the JDK holds to \p F, unless \p OfJdk is
/// empty.
void addJdkRow(const LintState &S, LintFinding &F, const Tally &OfJdk);

/// Sorts rows by \p Size (by default, bytes), largest first, and truncates them
/// to the limit in the options.
void trimRows(const LintState &S, LintFinding &F,
              llvm::function_ref<uint64_t(const LintRow &)> Size = nullptr);

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_LINT_TALLY_H

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
  /// The first Options.MaxHolders, by bytes.
  std::vector<LintHolder> holders(const LintState &S) const;

private:
  struct Entry {
    uint64_t Count = 0;
    uint64_t Bytes = 0;
    static constexpr size_t MostSamples = 16;
    /// Samples for field names: paths whose children have the lowest hashes, a
    /// random but reproducible selection.
    llvm::SmallVector<HolderPath, 2> Samples;

    void add(HolderPath P);
  };
  static uint64_t rootKey(const LintState &S, Node N);
  static uint64_t key(const LintState &S, const HolderPath &P);
  std::string name(const LintState &S, uint64_t Key, const Entry &E) const;

  /// By class number; for class objects, the number of classes plus theirs; for
  /// roots without a holder, RootKeys plus their kind; for objects with several
  /// holders, SeveralKey; for unreachable objects, LostKey.
  static constexpr uint64_t RootKeys = uint64_t(1) << 32,
                            SeveralKey = UINT32_MAX - 8,
                            LostKey = SeveralKey - 1;
  llvm::DenseMap<TallyKey, Entry> Entries;
};

/// Sums over findings of one kind, independent of the order in which objects
/// are added.
struct Tally {
  uint64_t Count = 0;
  uint64_t Bytes = 0;
  uint64_t Used = 0, Room = 0; ///< For averages; the meaning varies.
  HolderTally Holders;

  void add(const LintState &S, Node N, uint64_t NewBytes) {
    add(S, N, NewBytes, NewBytes);
  }
  /// The largest objects by \p Size become examples. The holder is that of
  /// \p Held, by default of \p N.
  void add(const LintState &S, Node N, uint64_t NewBytes, uint64_t Size,
           Node Held = NoNode);
  void merge(const Tally &Other);
  /// Removes the largest object; of several equal ones, the one with the lowest
  /// node.
  void dropFirst(const LintState &S);
  LintRow row(const LintState &S, std::string What) const;

private:
  void addExample(Node N, uint64_t Size);
  static constexpr size_t MostExamples = 16;
  /// The largest first, then by lowest node.
  llvm::SmallVector<std::pair<uint64_t, Node>, 4> Examples;
};

/// A tally per key.
using Tallies = llvm::DenseMap<TallyKey, Tally>;

/// Key for all objects that only the JDK holds. They form one row, since users
/// cannot change them.
constexpr uint64_t JdkKey = UINT64_MAX / 2 - 1;
/// The name of the row for JdkKey.
constexpr const char JdkText[] = "(held by the class library alone)";

/// Adds up \p All into \p F and creates rows, with \p Name for the name,
/// \p Detail for details, and \p IsAnySize for LintRow::IsAnySize; the last two
/// may be null.
void fillFinding(
    const LintState &S, LintFinding &F, const Tallies &All,
    llvm::function_ref<std::string(uint64_t Key)> Name,
    llvm::function_ref<std::string(uint64_t Key, const Tally &)> Detail =
        nullptr,
    llvm::function_ref<bool(uint64_t Key, const Tally &)> IsAnySize = nullptr);

/// Adds a row for the objects that the JDK holds to \p F, unless \p OfJdk is
/// empty.
void addJdkRow(const LintState &S, LintFinding &F, const Tally &OfJdk);

/// Sorts rows, largest \p Size first, by default by bytes, and truncates them
/// to the limit in the options.
void trimRows(const LintState &S, LintFinding &F,
              llvm::function_ref<uint64_t(const LintRow &)> Size = nullptr);

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_LINT_TALLY_H

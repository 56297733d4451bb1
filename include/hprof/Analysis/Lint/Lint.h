//===- Lint.h - Waste and smells in a heap ----------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Looks for memory that a program could save (equal Strings, empty and
/// oversized collections, boxes) and for typical causes of leaks (thread
/// locals, finalizers, class loaders). Lints.def lists the checks. They run in
/// one walk over the mapped dump on several threads; the graph and its
/// dominators show what is reachable and what holds it.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_LINT_LINT_H
#define HPROF_ANALYSIS_LINT_LINT_H

#include "hprof/Analysis/Dominators/DominatorTree.h"
#include "hprof/Analysis/Heap/PreparedContents.h"
#include "hprof/Format/Base/Error.h"
#include <bitset>

namespace hprof {

class HeapContents;

enum class LintId : uint8_t {
#define HPROF_LINT(ID, ...) ID,
#include "hprof/Analysis/Lint/Lints.def"
};
constexpr unsigned NumLints = 0
#define HPROF_LINT(...) +1
#include "hprof/Analysis/Lint/Lints.def"
    ;

enum class LintMeasure : uint8_t { Wasted, Held, Native };
enum class LintCertainty : uint8_t { Exact, Hint };
enum class LintNeeds : uint8_t {
  Nothing = 0,
  Arrays = 1,
  Fields = 2,
  ArraysAndFields = Arrays | Fields,
  Sizes = 4
};
const char *measureName(LintMeasure M);
const char *certaintyName(LintCertainty C);

/// A row of Lints.def.
struct LintInfo {
  LintId Id;
  const char *Name;
  LintMeasure Measure;
  LintNeeds Needs;
  uint64_t Limit;
  const char *LimitText;
  LintCertainty Certainty;
  const char *Text;
};
llvm::ArrayRef<LintInfo> lints();
const LintInfo *findLint(llvm::StringRef Name);

struct LintOptions {
  unsigned Threads = 1;
  unsigned Dump = 1; ///< As in the graph.
  /// The dump ends too early: what looks unreachable need not be.
  bool IsCut = false;
  std::bitset<NumLints> Checks = std::bitset<NumLints>().set();
  std::array<uint64_t, NumLints> Limits = defaultLimits();
  /// Limit on rows per finding, and on holders per finding and row.
  uint64_t MaxRows = 20;
  uint64_t MaxHolders = 5;
  unsigned MaxExamples = 3;
  /// Find instances in the graph and read these alone, instead of walking the
  /// dump: for checks that look at few of them, and at no contents of arrays.
  bool InGraph = false;
  /// Merge rows and holders whose classes have the same stableClassName()
  /// (ClassName.h), across loaders.
  bool JoinByName = false;
  /// Memory for the fingerprints of arrays; if they need more, the dump is
  /// walked several times, with the same result.
  uint64_t MaxFingerprintBytes = uint64_t(1) << 31;
  DamageHandler OnDamage;
  std::function<void(const char *Phase, uint64_t Done, uint64_t All)>
      OnProgress;

  static std::array<uint64_t, NumLints> defaultLimits();
};

/// What keeps a finding alive: the closest dominator in the program rather than
/// in the class library, aggregated by class.
struct LintHolder {
  std::string Name; ///< "com.acme.Order.status", "class com.acme.Main".
  uint64_t Count = 0;
  uint64_t Bytes = 0;
  Node Example = NoNode; ///< A holder; NoNode for the roots.
};

/// Things of one kind within a finding.
struct LintRow {
  std::string What;   ///< A class, or a text in modified UTF-8 (IsText).
  std::string Detail; ///< More about it, or empty.
  bool IsText = false;
  /// A leak by its nature, whatever its bytes: no limit on bytes hides it.
  bool IsAnySize = false;
  uint64_t Count = 0;
  uint64_t Bytes = 0;
  std::vector<Node> Examples; ///< The largest ones.
  /// At most Count and Bytes in all. What is not waste, such as one of several
  /// equal Strings, has no bytes.
  std::vector<LintHolder> Holders;
};

/// The result of a check.
struct LintFinding {
  const LintInfo *Info = nullptr;
  bool IsAnySize = false; ///< As for rows; some of its rows are.
  uint64_t Count = 0;
  uint64_t Bytes = 0;
  uint64_t RowsInAll = 0; ///< Number of rows in total; Rows has the first ones.
  std::vector<LintRow> Rows;
  std::vector<LintHolder> Holders; ///< Over all rows.
  std::vector<std::string> Notes;
};

struct LintReport {
  /// Objects checked: the reachable ones, or all if all were kept.
  uint64_t Objects = 0;
  uint64_t Bytes = 0;
  /// One per check that ran: Wasted before Held before Native, by bytes within
  /// each.
  std::vector<LintFinding> Findings;
  /// What the dump no longer has, and the checks that were therefore not made:
  /// they would find that.
  PreparedContents Prepared;
  std::vector<const LintInfo *> Withheld;
  /// The facts about Prepared in one line; empty if there is none.
  std::string preparedText() const;
  /// What could not be checked, and why.
  std::vector<std::string> Notes;

  uint64_t bytes(LintMeasure M) const;
  /// Sum of the wasted bytes in findings of certainty \p C.
  uint64_t wasted(LintCertainty C) const;
};

/// Checks the objects in \p C that \p T can reach.
llvm::Expected<LintReport> lint(const HeapContents &C, const DominatorTree &T,
                                const LintOptions &Options);

} // namespace hprof

#endif // HPROF_ANALYSIS_LINT_LINT_H

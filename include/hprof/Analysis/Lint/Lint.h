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
/// oversized collections, boxed values) and for typical causes of leaks (thread
/// locals, finalizers, class loaders). Lints.def lists the checks. They run in
/// one walk over the mapped dump, on several threads. The graph and its
/// dominators determine the reachable objects and their holders.
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
  /// Whether the dump is truncated: objects that look unreachable may be
  /// reachable.
  bool IsCut = false;
  std::bitset<NumLints> Checks = std::bitset<NumLints>().set();
  std::array<uint64_t, NumLints> Limits = defaultLimits();
  /// Limit on rows per finding, and on holders per finding and row.
  uint64_t MaxRows = 20;
  uint64_t MaxHolders = 5;
  unsigned MaxExamples = 3;
  /// Find instances in the graph and read only these, instead of walking the
  /// dump. Suitable for checks that read few instances and no array contents.
  bool InGraph = false;
  /// Merge rows and holders whose classes have the same stableClassName()
  /// (ClassName.h), across loaders.
  bool JoinByName = false;
  /// Memory limit for the fingerprints of arrays. If they need more, the dump
  /// is walked several times; the result is the same.
  uint64_t MaxFingerprintBytes = uint64_t(1) << 31;
  DamageHandler OnDamage;
  std::function<void(const char *Phase, uint64_t Done, uint64_t All)>
      OnProgress;

  static std::array<uint64_t, NumLints> defaultLimits();
};

/// Holder of the objects of a finding: for each object, the closest dominator
/// whose class belongs to the application rather than to the class library.
/// Holders are aggregated by class.
struct LintHolder {
  std::string Name; ///< "com.acme.Order.status", "class com.acme.Main".
  uint64_t Count = 0;
  uint64_t Bytes = 0;
  Node Example = NoNode; ///< A holder; NoNode for the roots.
};

/// Objects of one kind within a finding.
struct LintRow {
  std::string What;   ///< A class or, if IsText, a string in modified UTF-8.
  std::string Detail; ///< May be empty.
  bool IsText = false;
  uint64_t TextBytes = 0; ///< If IsText, the size of the string, unmasked.
  /// Always a leak, regardless of size: limits on bytes do not apply.
  bool IsAnySize = false;
  uint64_t Count = 0;
  uint64_t Bytes = 0;
  std::vector<Node> Examples; ///< The largest ones.
  /// Holders of the objects. Their sums are at most Count and Bytes. Objects
  /// that are not waste, such as one of several equal Strings, count as 0
  /// bytes.
  std::vector<LintHolder> Holders;
};

/// The result of a check.
struct LintFinding {
  const LintInfo *Info = nullptr;
  bool IsAnySize = false; ///< Whether IsAnySize is set for a row.
  uint64_t Count = 0;
  uint64_t Bytes = 0;
  uint64_t RowsInAll = 0; ///< Total number; Rows contains the first ones.
  std::vector<LintRow> Rows;
  std::vector<LintHolder> Holders; ///< Holders of the objects in all rows.
  std::vector<std::string> Notes;
};

struct LintReport {
  /// Number of objects checked: all reachable objects, or all objects if
  /// unreachable ones were kept.
  uint64_t Objects = 0;
  uint64_t Bytes = 0;
  /// One finding for each check that ran. Sorted by measure (Wasted, Held,
  /// Native), then by bytes.
  std::vector<LintFinding> Findings;
  /// The contents that the dump lacks, and the checks that were therefore
  /// skipped, because their findings would be artifacts.
  PreparedContents Prepared;
  std::vector<const LintInfo *> Withheld;
  /// Returns Prepared.facts() in one line; empty if nothing is missing.
  std::string preparedText() const;
  /// Skipped or restricted checks, with the reasons.
  std::vector<std::string> Notes;

  uint64_t bytes(LintMeasure M) const;
  /// Returns the sum of the wasted bytes in findings of certainty \p C.
  uint64_t wasted(LintCertainty C) const;
};

/// Checks the objects in \p C that are reachable according to \p T.
llvm::Expected<LintReport> lint(const HeapContents &C, const DominatorTree &T,
                                const LintOptions &Options);

} // namespace hprof

#endif // HPROF_ANALYSIS_LINT_LINT_H

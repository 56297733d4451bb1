//===- LintCheck.h - Base class of checks -----------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_LINT_LINTCHECK_H
#define HPROF_LIB_ANALYSIS_LINT_LINTCHECK_H

#include "Tally.h"

namespace hprof {

class ContentClient;

/// Examines objects during the walk and creates a finding afterwards. The walk
/// calls a check from several threads, so state is kept per thread.
class LintCheck {
public:
  explicit LintCheck(LintState &S) : S(S) {}
  virtual ~LintCheck();

  /// Whether it needs values of fields and elements, which some formats lack.
  virtual bool needsValues() const { return true; }
  /// Called before the walk.
  virtual void start(unsigned Threads) {}
  /// Returns whether to call instance() for instances of \p C. Called once for
  /// each class that is not an array class; checks look up fields here.
  virtual bool wants(ClassNumber C) { return false; }
  virtual void instance(unsigned Thread, const LintInstance &I) {}
  /// Whether to call instance() also for unreachable instances.
  virtual bool wantsUnreachable() const { return false; }
  /// Called after the first walk, before other code uses its results. A check
  /// whose results are exact claims objects with LintState::keepFromHints().
  virtual llvm::Error claim() { return llvm::Error::success(); }
  /// Returns the receiver of groups of arrays with equal content, or null.
  virtual ContentClient *contentClient() { return nullptr; }
  /// Called after the walk, on one thread.
  virtual llvm::Error finish(LintFinding &F) = 0;

protected:
  /// Records that \p Bytes of \p N are wasted. Must be called from the thread
  /// that owns \p T.
  void addWaste(Tally &T, Node N, uint64_t Bytes) {
    T.add(S, N, Bytes);
    S.Wasted.claim(N, Bytes);
  }

  LintState &S;
};

/// Per-thread state that does not share cache lines with that of other threads.
template <class T> struct alignas(128) PerThread {
  T Value;
};

/// A check that sums up findings by key.
class TallyingCheck : public LintCheck {
public:
  using LintCheck::LintCheck;
  void start(unsigned Threads) override { Workers.resize(Threads); }

protected:
  Tally &tally(unsigned Thread, uint64_t Key) {
    return Workers[Thread].Value[Key];
  }
  /// Returns the tally for \p N: that of \p Key, unless the JDK holds \p N.
  Tally &tally(unsigned Thread, uint64_t Key, Node N) {
    return tally(Thread, S.isOfJdk(N) ? JdkKey : Key);
  }
  Tallies joined() const;

private:
  std::vector<PerThread<Tallies>> Workers;
};

/// Per-class reading plans, by class number.
template <class Plan> class ClassPlans {
public:
  Plan &operator[](ClassNumber C) {
    if (C >= Plans.size())
      Plans.resize(C + 1);
    return Plans[C];
  }
  const Plan &at(ClassNumber C) const { return Plans[C]; }

private:
  std::vector<Plan> Plans;
};

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_LINT_LINTCHECK_H

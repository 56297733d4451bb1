//===- LintCheck.h - Base of checks -----------------------------*- C++ -*-===//
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

/// Something that looks at objects during the walk and has a finding
/// afterwards. The walk calls from several threads; what is collected is kept
/// by thread.
class LintCheck {
public:
  explicit LintCheck(LintState &S) : S(S) {}
  virtual ~LintCheck();

  /// Whether it looks at values of fields and elements, which dumps of some
  /// formats lack.
  virtual bool needsValues() const { return true; }
  /// Before the walk.
  virtual void start(unsigned Threads) {}
  /// Asked once for each class that is no array: whether instance() wants its
  /// instances. Where fields lie is found out here.
  virtual bool wants(ClassNumber C) { return false; }
  virtual void instance(unsigned Thread, const LintInstance &I) {}
  /// What is to be told of arrays with equal content, or null.
  virtual ContentClient *contentClient() { return nullptr; }
  /// After the walk, on one thread.
  virtual llvm::Error finish(LintFinding &F) = 0;

protected:
  /// \p Bytes of \p N are wasted. From any thread that \p T belongs to.
  void addWaste(Tally &T, Node N, uint64_t Bytes) {
    T.add(S, N, Bytes);
    S.Wasted.claim(N, Bytes);
  }

  LintState &S;
};

/// Per-thread state that does not share cache lines.
template <class T> struct alignas(128) PerThread {
  T Value;
};

/// A check that sums up by some key.
class TallyingCheck : public LintCheck {
public:
  using LintCheck::LintCheck;
  void start(unsigned Threads) override { Workers.resize(Threads); }

protected:
  Tally &tally(unsigned Thread, uint64_t Key) {
    return Workers[Thread].Value[Key];
  }
  /// That of \p N, which has \p Key unless the JDK holds it.
  Tally &tally(unsigned Thread, uint64_t Key, Node N) {
    return tally(Thread, S.isOfJdk(N) ? JdkKey : Key);
  }
  Tallies joined() const;

private:
  std::vector<PerThread<Tallies>> Workers;
};

/// What a class needs to be read, by class number.
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

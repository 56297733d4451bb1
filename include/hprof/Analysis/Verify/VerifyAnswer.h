//===- VerifyAnswer.h - Faults in files, as an answer -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_VERIFY_VERIFYANSWER_H
#define HPROF_ANALYSIS_VERIFY_VERIFYANSWER_H

#include "hprof/Analysis/Verify/Verifier.h"
#include "hprof/Answer/Answer.h"
#include <functional>
#include <optional>

namespace hprof {

/// A checked file, or the reason why it could not be checked.
struct VerifiedFile {
  std::string Name;
  std::optional<VerifyReport> Report;
  std::string Error; ///< Set if there is no report.
};

/// The faults of several files, one file after another; the rows are kinds of
/// faults. The answer can be rendered only once, because each file is checked
/// after the previous one has been shown.
class VerifyAnswer final : public Answer {
public:
  /// Checks the next file; returns nullopt at the end.
  using Checker = std::function<std::optional<VerifiedFile>()>;

  explicit VerifyAnswer(Checker Next) : Next(std::move(Next)) {}
  static const AnswerInfo &kind();

  const AnswerInfo &info() const override { return kind(); }
  bool hasGate() const override { return true; }
  std::unique_ptr<Rows> files() const override;
  std::unique_ptr<Rows> facts() const override { return nullptr; }
  std::unique_ptr<Rows> rows() const override;
  void present(Presenter &To) const override;

private:
  Checker Next;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_VERIFY_VERIFYANSWER_H

//===- PassAnswers.h - Output about passes ----------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_PASSES_ANSWERS_PASSANSWERS_H
#define HPROF_PASSES_ANSWERS_PASSANSWERS_H

#include "hprof/Answer/Answer.h"
#include "hprof/Convert/Pipeline/LossAccount.h"
#include "hprof/Passes/CountRecords.h"
#include "hprof/Passes/Pass.h"
#include "hprof/Passes/Secrets/SecretReport.h"

namespace hprof {

/// All passes with their parameters.
class PassListAnswer final : public Answer {
public:
  const AnswerInfo &info() const override;
  std::unique_ptr<Rows> files() const override { return rows(); }
  std::unique_ptr<Rows> facts() const override { return nullptr; }
  std::unique_ptr<Rows> rows() const override;
  void present(Presenter &To) const override;
};

/// Contents of a dump after a pass.
struct CountedStage {
  std::string After;
  RecordCounts Counts;
};

/// Contents of a dump after reading, and after each pass.
class CountsAnswer final : public Answer {
public:
  /// \p Counts are from planPasses().
  CountsAnswer(llvm::ArrayRef<PassCall> Calls,
               const std::deque<RecordCounts> &Counts);
  const AnswerInfo &info() const override;
  std::unique_ptr<Rows> files() const override { return rows(); }
  std::unique_ptr<Rows> facts() const override { return nullptr; }
  std::unique_ptr<Rows> rows() const override;
  void present(Presenter &To) const override;

private:
  std::vector<CountedStage> Stages;
};

/// Changes and findings of passes.
class ChangesAnswer final : public Answer {
public:
  static const AnswerInfo &kind();

  const AnswerInfo &info() const override { return kind(); }
  std::unique_ptr<Rows> files() const override;
  std::unique_ptr<Rows> facts() const override { return nullptr; }
  std::unique_ptr<Rows> rows() const override;
  void present(Presenter &To) const override;
  std::unique_ptr<Rows> secrets() const;

  std::string File; ///< Name of the input.
  std::vector<std::string> Passes;
  LossAccount Changes;
  SecretReport Secrets;
  // Parts of the text output.
  bool ShowsChanges = false, ShowsSecrets = false;
};

} // namespace hprof

#endif // HPROF_PASSES_ANSWERS_PASSANSWERS_H

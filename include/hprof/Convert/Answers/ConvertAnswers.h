//===- ConvertAnswers.h - Losses of conversions -----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_CONVERT_ANSWERS_CONVERTANSWERS_H
#define HPROF_CONVERT_ANSWERS_CONVERTANSWERS_H

#include "hprof/Answer/Answer.h"
#include "hprof/Convert/Convert.h"
#include "hprof/Convert/Merge/MergeDumps.h"

namespace hprof {

/// The losses of a conversion.
class ConvertAnswer final : public Answer {
public:
  /// \p Name is the input's name. \p Report must outlive the answer.
  ConvertAnswer(std::string Name, const ConvertReport &Report, Format To)
      : Name(std::move(Name)), Report(Report), To(To) {}
  static const AnswerInfo &kind();

  const AnswerInfo &info() const override { return kind(); }
  std::unique_ptr<Rows> files() const override;
  std::unique_ptr<Rows> facts() const override { return nullptr; }
  std::unique_ptr<Rows> rows() const override;
  void present(Presenter &To) const override;

  const std::string Name;
  const ConvertReport &Report;
  const Format To;
};

/// The losses of a merge, per input and in total.
class MergeAnswer final : public Answer {
public:
  /// \p Report must outlive the answer.
  explicit MergeAnswer(const MergeReport &Report) : Report(Report) {}
  static const AnswerInfo &kind();

  const AnswerInfo &info() const override { return kind(); }
  std::unique_ptr<Rows> files() const override;
  std::unique_ptr<Rows> facts() const override;
  std::unique_ptr<Rows> rows() const override;
  void present(Presenter &To) const override;

private:
  const MergeReport &Report;
};

} // namespace hprof

#endif // HPROF_CONVERT_ANSWERS_CONVERTANSWERS_H

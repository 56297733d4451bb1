//===- FormatAnswers.h - What each format can represent ---------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_CONVERT_ANSWERS_FORMATANSWERS_H
#define HPROF_CONVERT_ANSWERS_FORMATANSWERS_H

#include "hprof/Answer/Answer.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace hprof {

/// The formats; in text output also the records that each supports.
class FormatAnswer final : public Answer {
public:
  const AnswerInfo &info() const override;
  std::unique_ptr<Rows> files() const override { return rows(); }
  std::unique_ptr<Rows> facts() const override { return nullptr; }
  std::unique_ptr<Rows> rows() const override;
  void present(Presenter &To) const override;
};

/// Prints docs/Conversions.md: the answer above, plus the losses between any
/// two formats.
void printConversionsPage(llvm::raw_ostream &OS);

} // namespace hprof

#endif // HPROF_CONVERT_ANSWERS_FORMATANSWERS_H

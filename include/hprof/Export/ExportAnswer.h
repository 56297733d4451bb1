//===- ExportAnswer.h - Formats of viewers as an answer ---------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_EXPORT_EXPORTANSWER_H
#define HPROF_EXPORT_EXPORTANSWER_H

#include "hprof/Answer/Answer.h"

namespace hprof {

/// All formats of viewers, for display.
class ExportAnswer final : public Answer {
public:
  const AnswerInfo &info() const override;
  std::unique_ptr<Rows> files() const override { return rows(); }
  std::unique_ptr<Rows> facts() const override { return nullptr; }
  std::unique_ptr<Rows> rows() const override;
  void present(Presenter &To) const override;
};

} // namespace hprof

#endif // HPROF_EXPORT_EXPORTANSWER_H

//===- AnswerPart.h - Parts of other output ---------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANSWER_ANSWERPART_H
#define HPROF_ANSWER_ANSWERPART_H

#include "hprof/Answer/Answer.h"

namespace hprof {

/// A part of a tool's output: attributes of one object in JSON, paragraphs and
/// tables in text.
class AnswerPart {
public:
  virtual ~AnswerPart();
  /// One record with the attributes.
  virtual std::unique_ptr<Rows> facts() const = 0;
  virtual void present(Presenter &To) const = 0;
};

} // namespace hprof

#endif // HPROF_ANSWER_ANSWERPART_H

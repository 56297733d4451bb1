//===- Answer.cpp - Result of an analysis ---------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Answer/AnswerPart.h"
#include "hprof/Answer/RowsFrom.h"

using namespace hprof;

Presenter::~Presenter() = default;
AnswerPart::~AnswerPart() = default;
Answer::~Answer() = default;

std::unique_ptr<Rows> hprof::takeRows(std::shared_ptr<const Answer> Of) {
  struct Both {
    std::shared_ptr<const Answer> Of;
    std::unique_ptr<Rows> All; ///< Destroyed first.
  };
  auto Own = std::make_shared<Both>();
  Own->Of = std::move(Of);
  Own->All = Own->Of->rows();
  return std::make_unique<RowsFrom>(*Own->All, Own);
}

//===- Answer.cpp - What an analysis returns ------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Answer/AnswerPart.h"

using namespace hprof;

Presenter::~Presenter() = default;
AnswerPart::~AnswerPart() = default;
Answer::~Answer() = default;

//===- Question.cpp - Questions about heap dumps --------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Question/Question.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

// A function for each file.
#define HPROF_FILE(NAME) HPROF_QUESTIONS(NAME);
#include "QuestionFiles.inc"
#undef HPROF_FILE

bool Question::readsFiles() const {
  return any_of(Arguments,
                [](const Argument &A) { return A.Kind == ArgumentKind::File; });
}

ArrayRef<Question> hprof::allQuestions() {
  static const std::vector<Question> All = [] {
    std::vector<Question> Found;
#define HPROF_FILE(NAME) append_range(Found, questionsOf##NAME());
#include "QuestionFiles.inc"
#undef HPROF_FILE
    return Found;
  }();
  return All;
}

const Question *hprof::findQuestion(StringRef Name) {
  const auto *At = find_if(allQuestions(),
                           [&](const Question &Q) { return Q.Name == Name; });
  return At == allQuestions().end() ? nullptr : At;
}

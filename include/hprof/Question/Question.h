//===- Question.h - Questions about heap dumps ------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The list of questions. Queries, the C interface and the interfaces built on
/// them offer every question, without code for particular ones.
///
/// A question is two files of lib/Question: Name.td declares its arguments
/// (Question.td), and Name.cpp answers it:
///
///     static AnswerOrError askName(const QuestionScope &In,
///                                  NameRequest Asked) { ... }
///
///     #define GET_Arguments_IMPL
///     #include "Name.inc"
///     HPROF_QUESTIONS(Name) {
///       static const Question All[] = {question<NameRequest, askName>(
///           "name", Arguments, NameAnswer::kind)};
///       return All;
///     }
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_QUESTION_QUESTION_H
#define HPROF_QUESTION_QUESTION_H

#include "hprof/Analysis/Store/StoreEvents.h"
#include "hprof/Analysis/Store/StoreOptions.h"
#include "hprof/Answer/Answer.h"
#include "hprof/Answer/Argument.h"

namespace hprof {

class HeapStore;

/// The input of a question.
struct QuestionScope {
  std::shared_ptr<HeapStore> Store;
  const StoreOptions &Options;
  const StoreEvents &Events;
};

using AnswerOrError = llvm::Expected<std::unique_ptr<Answer>>;

struct Question {
  llvm::StringRef Name;
  llvm::ArrayRef<Argument> Arguments;
  const AnswerInfo &(*Kind)();
  AnswerOrError (*Run)(const Question &Is, const QuestionScope &In,
                       const GivenArguments &Given);

  AnswerOrError ask(const QuestionScope &In,
                    const GivenArguments &Given) const {
    return Run(*this, In, Given);
  }
  /// Whether the question opens a file named in its arguments.
  bool readsFiles() const;
};

llvm::ArrayRef<Question> allQuestions();
/// Returns null if no question is called \p Name.
const Question *findQuestion(llvm::StringRef Name);

/// The question \p Name, whose arguments are among \p All. \p Ask answers it.
template <class Request,
          AnswerOrError (*Ask)(const QuestionScope &, Request Asked)>
Question question(llvm::StringRef Name, llvm::ArrayRef<Argument> All,
                  const AnswerInfo &(*Kind)()) {
  return {Name, argumentsOf(Name, All), Kind,
          [](const Question &Is, const QuestionScope &In,
             const GivenArguments &Given) -> AnswerOrError {
            Request Asked;
            if (llvm::Error E = setArguments(Is.Arguments, Given, &Asked))
              return E;
            return Ask(In, std::move(Asked));
          }};
}

} // namespace hprof

#define HPROF_QUESTIONS(FILE)                                                  \
  llvm::ArrayRef<hprof::Question> questionsOf##FILE()

#endif // HPROF_QUESTION_QUESTION_H

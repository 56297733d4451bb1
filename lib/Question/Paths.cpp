//===- Paths.cpp - What keeps an object alive -----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Store/Answers/PathAnswers.h"
#include "hprof/Analysis/Store/HeapStore.h"
#include "hprof/Question/Question.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

namespace {
struct ObjectPaths {
  std::vector<uint64_t> Objects;
  PathRequest How;
};
} // namespace

static AnswerOrError askPaths(const QuestionScope &In, ObjectPaths Asked) {
  std::vector<HeapQuestion> All;
  for (uint64_t Id : Asked.Objects) {
    const Node N = In.Store->graph().find(Id);
    if (N == NoNode)
      return make_error<ArgumentError>("id", "there is no object 0x" +
                                                 utohexstr(Id, true));
    All.push_back({"0x" + utohexstr(Id, true), {N}});
  }
  return pathAnswer(In.Store, std::move(All), std::move(Asked.How));
}

namespace paths {
#define GET_Arguments_IMPL
#include "Paths.inc"
} // namespace paths

HPROF_QUESTIONS(Paths) {
  static const Question All[] = {question<ObjectPaths, askPaths>(
      "paths", paths::Arguments,
      []() -> const AnswerInfo & { return pathAnswerKind(false); })};
  return All;
}

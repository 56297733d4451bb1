//===- Dominators.cpp - Questions about dominators ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Store/Answers/DominatorAnswers.h"
#include "hprof/Analysis/Store/HeapStore.h"
#include "hprof/Question/Question.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

using View = DominatorRequest::View;

template <View What>
static AnswerOrError askDominators(const QuestionScope &In,
                                   DominatorRequest Asked) {
  Asked.What = What;
  Asked.Dump = In.Options.Dump;
  Asked.ForPeople = false;
  for (uint64_t Id : Asked.Objects)
    if (In.Store->graph().find(Id) == NoNode)
      return make_error<ArgumentError>("id", "no object has the id 0x" +
                                                 utohexstr(Id, true));
  Expected<std::unique_ptr<FilePart>> Part = dominatorPart(In.Store, Asked);
  if (!Part)
    return Part.takeError();
  return std::make_unique<FilesAnswer>(dominatorAnswer(What), std::move(*Part));
}

namespace dominators {
#define GET_Arguments_IMPL
#include "Dominators.inc"
} // namespace dominators

template <View What> static Question viewCalled(StringRef Name) {
  return question<DominatorRequest, askDominators<What>>(
      Name, dominators::Arguments,
      []() -> const AnswerInfo & { return dominatorAnswer(What); });
}

HPROF_QUESTIONS(Dominators) {
  static const Question All[] = {viewCalled<View::Objects>("dominator_objects"),
                                 viewCalled<View::Groups>("dominator_groups"),
                                 viewCalled<View::Drops>("dominator_drops"),
                                 viewCalled<View::Tree>("dominator_tree"),
                                 viewCalled<View::Suspects>("leak_suspects")};
  return All;
}

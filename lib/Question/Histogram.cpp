//===- Histogram.cpp - Objects by class -----------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Diff/HistogramChanges.h"
#include "hprof/Analysis/Store/GraphHistogram.h"
#include "hprof/Analysis/Store/HeapCount.h"
#include "hprof/Analysis/Store/HeapStore.h"
#include "hprof/Question/Question.h"

using namespace hprof;
using namespace llvm;

static Expected<CountedFile> countHeap(const QuestionScope &In,
                                       const HistogramRequest &Asked) {
  HistogramUse Use;
  Use.NameLoaders = Asked.By == GroupBy::Loader;
  Use.OneDump = true;
  Expected<HeapHistogram> Read =
      HeapHistogram::of(*In.Store, In.Options, In.Events, Use);
  if (!Read)
    return Read.takeError();
  CountedFile Is;
  Is.Name = std::move(Read->Name);
  Is.Dump = Read->Dump;
  Is.Data = std::move(Read->Data);
  Is.Owner = std::move(Read->Index);
  if (Asked.Retained) {
    Expected<RetainedRows> Sizes = RetainedRows::compute(*In.Store, Asked.By);
    if (!Sizes)
      return Sizes.takeError();
    Is.Reachable = Sizes->reachable();
    Is.RetainedOf = [All = std::make_shared<RetainedRows>(std::move(*Sizes))](
                        const HistogramRow &Row) { return All->of(Row); };
  }
  if (!Asked.Unreachable)
    return Is;
  Expected<const DominatorTree *> Tree = In.Store->dominators();
  if (!Tree)
    return Tree.takeError();
  Is.Objects = Is.Data.objects();
  Is.Bytes = Is.Data.bytes();
  Is.Data = countObjects(Is.Data, In.Store->graph(),
                         [&](Node N) { return !(*Tree)->isReachable(N); });
  return Is;
}

static AnswerOrError askHistogram(const QuestionScope &In,
                                  HistogramRequest Asked) {
  if (Asked.Sort == HistogramColumn::Retained && !Asked.Retained)
    return make_error<ArgumentError>(
        "sort", "sorting by retained size requires retained");
  if (Asked.Retained && Asked.Unreachable)
    return make_error<ArgumentError>(
        "retained", "unreachable objects have no retained size");
  Expected<CountedFile> Counted = countHeap(In, Asked);
  if (!Counted)
    return Counted.takeError();
  std::vector<CountedFile> Files;
  Files.push_back(std::move(*Counted));
  return std::make_unique<HistogramAnswer>(std::move(Files), std::move(Asked));
}

namespace {
struct ChangeRequest : HistogramRequest {
  ChangeRequest() { By = GroupBy::Name; }
  std::string After;
};
} // namespace

static AnswerOrError askChanges(const QuestionScope &In, ChangeRequest Asked) {
  Asked.JoinNames = Asked.By == GroupBy::Name;
  Expected<CountedFile> Before = countHeap(In, Asked);
  if (!Before)
    return Before.takeError();
  // The dump number chosen by the user does not apply to the other file.
  StoreOptions Options = In.Options;
  Options.Dump = 1;
  Options.From = IndexUse::Beside;
  Expected<HeapCount> After =
      HeapCount::read(Asked.After, Asked, Options, In.Events, /*OneDump=*/true);
  if (!After)
    return After.takeError();
  std::vector<CountedFile> Files;
  Files.push_back(std::move(*Before));
  Files.push_back(std::move(*After).take());
  return std::make_unique<HistogramChanges>(std::move(Files), std::move(Asked));
}

namespace histogram {
#define GET_Arguments_IMPL
#include "Histogram.inc"
} // namespace histogram

HPROF_QUESTIONS(Histogram) {
  static const Question All[] = {
      question<HistogramRequest, askHistogram>(
          "histogram", histogram::Arguments, HistogramAnswer::kind),
      question<ChangeRequest, askChanges>("changes", histogram::Arguments,
                                          HistogramChanges::kind)};
  return All;
}

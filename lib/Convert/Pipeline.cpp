//===- Pipeline.cpp - From sources through stages to a target -------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pipeline.h"
#include "hprof/Convert/LossAccount.h"
#include "hprof/Format/DumpContext.h"
#include "hprof/Format/Kit/Forward.h"
#include "hprof/Format/Kit/Tee.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

namespace {
/// The end of a source's own stages: its finish() does not end the stream.
class Junction final : public Forward {
public:
  using Forward::Forward;
  RecordKindSet runKinds() const override { return Next.runKinds(); }
  Error finish() override { return Error::success(); }
};

/// The passes of stages, for one walk.
class Chain {
public:
  /// For the first \p Count of \p Stages. All arguments must outlive it.
  Chain(const Pipeline::StageList &Stages, size_t Count, RecordVisitor &Last,
        LossAccount &Account)
      : Front(&Last) {
    while (Count--) {
      Passes.push_back(Stages[Count]->makePass(*Front, Account));
      Front = Passes.back().get();
    }
  }
  RecordVisitor &front() { return *Front; }

private:
  std::vector<std::unique_ptr<RecordVisitor>> Passes;
  RecordVisitor *Front;
};
} // namespace

void Pipeline::addSource(std::unique_ptr<RecordSource> From, StageList Own,
                         LossAccount *Account) {
  Inputs.push_back({std::move(From), std::move(Own), Account});
}

Error Pipeline::finish(RecordVisitor &V) {
  Error E = V.finish();
  return E && OnFinish ? OnFinish(std::move(E)) : std::move(E);
}

/// Passes \p I's records through the first of its own stages to \p Last.
Error Pipeline::walk(Input &I, size_t NumStages, RecordVisitor &Last,
                     LossAccount &Account, Walk For) {
  LossAccount &Mine = For == Walk::Last && I.Account ? *I.Account : Account;
  Chain Own(I.Own, NumStages, Last, Mine);
  if (Error E = I.From->read(Own.front(), Mine, For))
    return createFileError(I.From->name(), std::move(E));
  Error E = finish(Own.front());
  // Errors from a stage's lookahead already carry the name.
  return E && !E.isA<FileError>()
             ? createFileError(I.From->name(), std::move(E))
             : std::move(E);
}

/// Passes all records through the first of the common stages to \p Last.
Error Pipeline::walk(size_t NumStages, RecordVisitor &Last,
                     LossAccount &Account, Walk For) {
  Chain Behind(Common, NumStages, Last, Account);
  Junction Joined(Behind.front());
  for (Input &I : Inputs) {
    if (&I != &Inputs.front() && !Joined.wantsMore())
      break;
    if (Error E = walk(I, I.Own.size(), Joined, Account, For))
      return E;
  }
  return finish(Behind.front());
}

Error Pipeline::makeRepeatable(Input &I) {
  if (std::exchange(I.IsRepeatable, true))
    return Error::success();
  if (Error E = I.From->makeRepeatable())
    return createFileError(I.From->name(), std::move(E));
  return Error::success();
}

/// Shows \p V what reaches the source's own stage with this number.
Error Pipeline::survey(Input &I, size_t NumStages, RecordVisitor &V) {
  if (Error E = makeRepeatable(I))
    return E;
  LossAccount Ignored;
  return walk(I, NumStages, V, Ignored, Walk::Survey);
}

/// Shows \p V what reaches the common stage with this number.
Error Pipeline::survey(size_t NumStages, RecordVisitor &V) {
  for (Input &I : Inputs)
    if (Error E = makeRepeatable(I))
      return E;
  LossAccount Ignored;
  return walk(NumStages, V, Ignored, Walk::Survey);
}

Error Pipeline::offerLookaheads() {
  for (Input &I : Inputs)
    for (size_t N = 0; N != I.Own.size(); ++N) {
      auto Show = [this, &I, N](RecordVisitor &V) {
        LossAccount Ignored;
        return walk(I, N, V, Ignored, Walk::Aside);
      };
      if (I.Own[N]->takeLookahead(Show))
        if (Error E = makeRepeatable(I))
          return E;
    }
  for (size_t N = 0; N != Common.size(); ++N) {
    auto Show = [this, N](RecordVisitor &V) {
      LossAccount Ignored;
      return walk(N, V, Ignored, Walk::Aside);
    };
    if (Common[N]->takeLookahead(Show))
      for (Input &I : Inputs)
        if (Error E = makeRepeatable(I))
          return E;
  }
  return Error::success();
}

/// Everything before the names and the last walk.
Error Pipeline::prepare() {
  if (Error E = offerLookaheads())
    return E;
  for (Input &I : Inputs)
    for (size_t N = 0; N != I.Own.size(); ++N)
      if (RecordVisitor *V = I.Own[N]->survey())
        if (Error E = survey(I, N, *V))
          return E;
  for (size_t N = 0; N != Common.size(); ++N)
    if (RecordVisitor *V = Common[N]->survey())
      if (Error E = survey(N, *V))
        return E;
  return Error::success();
}

/// The names of the stream at the target, if a survey has collected them.
const DumpContext *Pipeline::namesOfStages() const {
  for (const std::unique_ptr<Stage> &S : reverse(Common))
    if (!S->keepsNames())
      return S->names();
  if (Inputs.size() == 1)
    for (const std::unique_ptr<Stage> &S : reverse(Inputs.front().Own))
      if (!S->keepsNames())
        return S->names();
  return nullptr;
}

Error Pipeline::run(RecordVisitor &Target) {
  if (Error E = prepare())
    return E;
  return walk(Common.size(), Target, Losses, Walk::Last);
}

Error Pipeline::run(NamesNeeded Needed, TargetMaker MakeTarget) {
  if (Error E = prepare())
    return E;
  DumpContext Own;
  const DumpContext *Names = nullptr;
  if (Needed == NamesNeeded::Whole) {
    Names = namesOfStages();
    if (!Names) {
      DumpContext::Builder Build(Own);
      if (Error E = survey(Common.size(), Build))
        return E;
    }
  }
  if (Needed != NamesNeeded::None && !Names)
    Names = &Own;
  std::unique_ptr<RecordVisitor> Target = MakeTarget(Names);
  if (Needed != NamesNeeded::Passed)
    return walk(Common.size(), *Target, Losses, Walk::Last);
  // Names are collected right before they are looked up.
  DumpContext::Builder Build(Own);
  Tee Both({&Build, Target.get()});
  return walk(Common.size(), Both, Losses, Walk::Last);
}

//===- Pipeline.cpp - From sources through stages to a target -------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pipeline.h"
#include "hprof/Convert/Pipeline/LossAccount.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Format/Kit/Forward.h"
#include "hprof/Format/Kit/Tee.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>

using namespace hprof;
using namespace llvm;

namespace {
/// Placed after a source's own stages: its finish() does not end the stream.
class Junction final : public Forward {
public:
  using Forward::Forward;
  RecordKindSet runKinds() const override { return Next.runKinds(); }
  Error finish() override { return Error::success(); }
};

/// The passes of stages, for one walk.
class Chain {
public:
  /// For the first \p Count of \p Stages. All arguments must outlive the chain.
  Chain(const Pipeline::StageList &Stages, size_t Count, RecordVisitor &Last,
        LossAccount &Account)
      : Front(&Last) {
    while (Count--)
      if (auto Pass = Stages[Count]->makePass(*Front, Account)) {
        Passes.push_back(std::move(Pass));
        Front = Passes.back().get();
      }
  }
  RecordVisitor &front() { return *Front; }

private:
  std::vector<std::unique_ptr<RecordVisitor>> Passes;
  RecordVisitor *Front;
};

/// Collects names without preventing others from receiving objects in runs.
template <class BuilderT> class NameWalk final : public BuilderT {
public:
  using BuilderT::BuilderT;
  RecordKindSet runKinds() const override {
    RecordKindSet Others = subRecordKinds();
    for (RecordKind Needed :
         {RecordKind::ClassDump, RecordKind::ReferenceClass,
          RecordKind::RootThreadObject, RecordKind::HeapDumpEnd})
      Others.reset(unsigned(Needed));
    return Others;
  }
};
} // namespace

/// The first walk of a stage that shares it with a preceding stage. That stage
/// may turn out to change the stream, in which case any errors are ignored.
class Pipeline::Trial final : public Forward {
public:
  using Forward::Forward;
  ~Trial() override { consumeError(std::move(Result)); }
  RecordKindSet runKinds() const override { return Next.runKinds(); }
  Error finish() override {
    Result = Next.finish();
    return Error::success();
  }
  Error takeResult() { return std::move(Result); }

private:
  Error Result = Error::success();
};

/// The names at one or several places, before and after stages that keep them.
struct Pipeline::SharedNames {
  NamesUsed Used = NamesUsed::None;
  /// Names that a stage has collected for its output; null if there are none.
  const DumpContext *OfStage = nullptr;
  DumpContext Own;
  bool IsComplete = false;

  const DumpContext &get() const { return OfStage ? *OfStage : Own; }
  std::unique_ptr<RecordVisitor> makeBuilder() {
    if (Used == NamesUsed::Classes)
      return std::make_unique<NameWalk<ClassBuilder>>(Own);
    return std::make_unique<NameWalk<DumpContext::Builder>>(Own);
  }
};

/// The position in the pipeline before a stage, or before the target.
class Pipeline::Place final : public Upstream {
public:
  /// Before stage \p N of the input \p Of; of the common stages if it is null.
  Place(Pipeline &P, Input *Of, size_t N, SharedNames &Names)
      : P(P), Of(Of), N(N), Names(Names) {}

  Error walk(RecordVisitor &V) override {
    if (Names.Used == NamesUsed::None || Names.IsComplete)
      return walkOnly(V);
    std::unique_ptr<RecordVisitor> Build = Names.makeBuilder();
    Tee Both({Build.get(), &V});
    Names.IsComplete = true;
    return walkOnly(Both);
  }
  const DumpContext &names() const override {
    assert(Names.Used != NamesUsed::None &&
           "the stage declares that it uses none");
    return Names.get();
  }
  Error collectNames() override {
    if (Names.IsComplete)
      return Error::success();
    Names.IsComplete = true;
    return walkOnly(*Names.makeBuilder());
  }
  Error allowLateWalks() override {
    if (Of)
      return P.makeRepeatable(*Of);
    for (Input &I : P.Inputs)
      if (Error E = P.makeRepeatable(I))
        return E;
    return Error::success();
  }
  SharedNames &shared() const { return Names; }

private:
  Error walkOnly(RecordVisitor &V) {
    if (Error E = allowLateWalks())
      return E;
    LossAccount Ignored;
    // Passes of earlier stages may be within a walk, too.
    const Walk For = P.NumWalks ? Walk::Aside : Walk::Look;
    return Of ? P.walk(*Of, N, V, Ignored, For) : P.walk(N, V, Ignored, For);
  }

  Pipeline &P;
  Input *const Of;
  const size_t N;
  SharedNames &Names;
};

Pipeline::Pipeline(LossAccount &Losses) : Losses(Losses) {}
Pipeline::~Pipeline() = default;

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
  ++I.Reads;
  ++NumWalks;
  auto Done = make_scope_exit([this] { --NumWalks; });
  if (Error E = I.From->read(Own.front(), Mine, For))
    return createFileError(I.From->name(), std::move(E));
  Error E = finish(Own.front());
  // Errors from a late walk of a stage already carry the name.
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
  if (I.IsRepeatable)
    return Error::success();
  if (Error E = I.From->makeRepeatable())
    return createFileError(I.From->name(), std::move(E));
  I.IsRepeatable = true;
  return Error::success();
}

/// Returns which names are used by stage \p N and by later stages that receive
/// the same names.
NamesUsed Pipeline::usedFrom(const Input *Of, size_t N) const {
  NamesUsed Used = NamesUsed::None;
  for (const StageList &Stages = Of ? Of->Own : Common; N != Stages.size();
       ++N) {
    Used = std::max(Used, Stages[N]->uses());
    if (!Stages[N]->keepsNames() && !Stages[N]->mayKeepStream())
      return Used;
  }
  if (!Of)
    return std::max(Used, TargetUses);
  return Inputs.size() == 1 ? std::max(Used, usedFrom(nullptr, 0)) : Used;
}

/// \p Previous is the place before the previous stage; null if there is no
/// previous stage, or if it changes names.
Pipeline::Place &Pipeline::placeBefore(Input *Of, size_t N, Place *Previous) {
  const NamesUsed Used = usedFrom(Of, N);
  SharedNames *Here = nullptr;
  if (Previous && Previous->shared().Used >= Used) {
    Here = &Previous->shared();
  } else {
    Here = Names.emplace_back(std::make_unique<SharedNames>()).get();
    Here->Used = Used;
  }
  Places.push_back(std::make_unique<Place>(*this, Of, N, *Here));
  return *Places.back();
}

/// Sends the whole stream to the first of \p Stages, and to later ones that may
/// receive the same records. Their trials are added to \p Tried, null for a
/// stage without a first walk.
Error Pipeline::firstWalks(ArrayRef<std::unique_ptr<Stage>> Stages, Place &Here,
                           TrialList &Tried) {
  const DumpContext &Names = Here.shared().get();
  RecordVisitor *First = Stages.front()->firstWalk(Names);
  if (!First)
    return Error::success();
  SmallVector<RecordVisitor *, 4> All = {First};
  for (size_t M = 1; M != Stages.size() && Stages[M - 1]->mayKeepStream();
       ++M) {
    RecordVisitor *V = Stages[M]->firstWalk(Names);
    Tried.push_back(V ? std::make_unique<Trial>(*V) : nullptr);
    if (V)
      All.push_back(Tried.back().get());
  }
  Tee Together(All);
  return All.size() == 1 ? Here.walk(*First) : Here.walk(Together);
}

/// Reads \p Of, or all inputs, only for damage: there will be no last walk.
void Pipeline::tellDamage(Input *Of) {
  NameWalk<RecordVisitor> Nobody;
  LossAccount Ignored;
  for (Input &I : Inputs)
    if (I.IsRepeatable && (!Of || Of == &I))
      consumeError(I.From->read(Nobody, Ignored, Walk::Last));
}

/// Calls look() on the stages, beginning with the one at \p Begin.
/// \return the place after the last stage.
Expected<Pipeline::Place *> Pipeline::look(Input *Of, Place &Begin) {
  const StageList &Stages = Of ? Of->Own : Common;
  auto Named = [&](Error E) {
    tellDamage(Of);
    if (E.isA<FileError>())
      return E;
    if (OnFinish) // The stage may have written a copy.
      E = OnFinish(std::move(E));
    return Of ? createFileError(Of->From->name(), std::move(E)) : std::move(E);
  };
  Place *Here = &Begin;
  TrialList Tried; // The stages from N on that have had their first walk.
  for (size_t N = 0; N != Stages.size(); ++N) {
    Stage &S = *Stages[N];
    if (Tried.empty()) {
      if (Error E = firstWalks(ArrayRef(Stages).drop_front(N), *Here, Tried))
        return Named(std::move(E));
    } else {
      std::unique_ptr<Trial> T = std::move(Tried.front());
      Tried.pop_front();
      if (Error E = T ? T->takeResult() : Error::success())
        return Named(std::move(E));
    }
    if (Error E = S.look(*Here))
      return Named(std::move(E));
    if (!S.keepsStream())
      Tried.clear();
    Here = &placeBefore(Of, N + 1, S.keepsNames() ? Here : nullptr);
    if (const DumpContext *Known = S.keepsNames() ? nullptr : S.names()) {
      Here->shared().OfStage = Known;
      Here->shared().IsComplete = true;
    }
  }
  return Here;
}

/// Performs everything before the names and the last walk.
/// \return the place before the target.
Expected<Pipeline::Place *> Pipeline::prepare(NamesUsed ByTarget) {
  TargetUses = ByTarget;
  Place *Last = nullptr;
  for (Input &I : Inputs) {
    Expected<Place *> End = look(&I, placeBefore(&I, 0, nullptr));
    if (!End)
      return End.takeError();
    Last = *End;
  }
  return look(nullptr,
              placeBefore(nullptr, 0, Inputs.size() == 1 ? Last : nullptr));
}

Error Pipeline::lastWalk(RecordVisitor &Target) {
  return walk(Common.size(), Target, Losses, Walk::Last);
}

Error Pipeline::run(RecordVisitor &Target) {
  Expected<Place *> End = prepare(NamesUsed::None);
  return End ? lastWalk(Target) : End.takeError();
}

Error Pipeline::run(NamesNeeded Needed, TargetMaker MakeTarget) {
  const bool NeedsAll = Needed == NamesNeeded::Whole;
  Expected<Place *> End = prepare(NeedsAll ? NamesUsed::All : NamesUsed::None);
  if (!End)
    return End.takeError();
  if (NeedsAll) {
    if (Error E = (*End)->collectNames())
      return E;
    return lastWalk(*MakeTarget(&(*End)->names()));
  }
  if (Needed == NamesNeeded::None)
    return lastWalk(*MakeTarget(nullptr));
  // Names are collected right before they are used.
  DumpContext Own;
  DumpContext::Builder Build(Own);
  std::unique_ptr<RecordVisitor> Target = MakeTarget(&Own);
  Tee Both({&Build, Target.get()});
  return lastWalk(Both);
}

uint64_t Pipeline::reads() const {
  uint64_t Most = 0;
  for (const Input &I : Inputs)
    Most = std::max(Most, I.Reads);
  return Most;
}

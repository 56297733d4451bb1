//===- PipelineTest.cpp - Tests of the pipeline driver --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Convert/Pipeline/Pipeline.h"
#include "Convert/Pipeline/PassStage.h"
#include "PipelineTesting.h"
#include "hprof/Format/Context/DumpContext.h"

using namespace hprof;
using namespace llvm;

namespace {
/// Sends a header and roots with the given ids, and logs its calls.
class RootSource final : public RecordSource {
public:
  RootSource(StringRef Name, std::vector<uint64_t> Ids, Events &Log)
      : Name(Name), Ids(std::move(Ids)), Log(Log) {}

  StringRef name() const override { return Name; }
  Error makeRepeatable() override {
    Log.push_back(Name + " again");
    return Error::success();
  }
  Error read(RecordVisitor &V, LossAccount &Losses, Walk For) override {
    Log.push_back(Name + (For == Walk::Last    ? " last"
                          : For == Walk::Aside ? " aside"
                                               : " look"));
    V.visit(FileHeader());
    for (uint64_t Id : Ids) {
      if (!V.wantsMore())
        break;
      if (Id == Bad)
        return make_error<FormatError>(format_errc::bad_value, 7, "is broken");
      RootUnknown R;
      R.Object = Id;
      V.visit(R);
      Losses.add(Loss::RootKinds);
    }
    return Error::success();
  }
  static constexpr uint64_t Bad = 999;

private:
  const std::string Name;
  const std::vector<uint64_t> Ids;
  Events &Log;
};

/// Logs headers, roots and the end.
class Logger : public RecordVisitor {
public:
  explicit Logger(Events &Log, StringRef Name = "") : Log(Log), Name(Name) {}
  using RecordVisitor::visit;
  void visit(const FileHeader &) override { Log.push_back(Name + "header"); }
  void visit(const RootUnknown &R) override {
    Log.push_back(Name + utostr(R.Object));
  }
  bool wantsMore() const override { return Log.size() < Most; }
  Error finish() override {
    Log.push_back(Name + "end");
    return std::move(Result);
  }
  size_t Most = SIZE_MAX;
  Error Result = Error::success();

private:
  Events &Log;
  const std::string Name;
};

/// Holds roots back until the stream ends.
class HoldPass final : public Forward {
public:
  HoldPass(RecordVisitor &Next, LossAccount &) : Forward(Next) {}
  using Forward::visit;
  void visit(const RootUnknown &R) override { Held.push_back(R); }
  Error finish() override {
    for (const RootUnknown &R : Held)
      Next.visit(R);
    return Forward::finish();
  }

private:
  std::vector<RootUnknown> Held;
};

/// Fails when the stream ends.
class FailPass final : public Forward {
public:
  FailPass(RecordVisitor &Next, LossAccount &) : Forward(Next) {}
  Error finish() override {
    return make_error<FormatError>(format_errc::bad_value, 3, "does not fit");
  }
};

/// Adds to each id the sum of all ids, which its pass computes at the first
/// root.
class LateStage final : public Stage {
public:
  Error look(Upstream &Stream) override {
    From = &Stream;
    return Stream.allowLateWalks();
  }
  std::unique_ptr<RecordVisitor> makePass(RecordVisitor &Next,
                                          LossAccount &) override {
    return std::make_unique<Pass>(Next, *From);
  }

private:
  struct Sum final : RecordVisitor {
    using RecordVisitor::visit;
    void visit(const RootUnknown &R) override { Ids += R.Object; }
    uint64_t Ids = 0;
  };
  class Pass final : public Forward {
  public:
    Pass(RecordVisitor &Next, Upstream &From) : Forward(Next), From(From) {}
    using Forward::visit;
    void visit(const RootUnknown &R) override {
      if (!std::exchange(HasLooked, true))
        Failure = From.walk(All);
      RootUnknown Out = R;
      Out.Object += All.Ids;
      Next.visit(Out);
    }
    Error finish() override {
      return Failure ? std::move(Failure) : Forward::finish();
    }

  private:
    Upstream &From;
    Sum All;
    bool HasLooked = false;
    Error Failure = Error::success();
  };
  Upstream *From = nullptr;
};

/// Adds up ids.
struct Adder final : RecordVisitor {
  using RecordVisitor::visit;
  void visit(const RootUnknown &R) override { Sum += R.Object; }
  Error finish() override {
    return Sum == 13 ? createStringError("13 brings bad luck")
                     : Error::success();
  }
  uint64_t Sum = 0;
};

/// Adds up the ids in its first walk, and then either passes everything on or
/// adds 1 to all ids. Whether it changes ids may be known only after the walk.
class FirstWalkStage final : public Stage {
public:
  enum class Effect { Keeps, MayKeep, MayChange };
  FirstWalkStage(Events &Log, Effect Is) : Log(Log), Is(Is) {}

  RecordVisitor *firstWalk(const DumpContext &) override {
    return &Seen.emplace();
  }
  Error look(Upstream &) override {
    Log.push_back("sum " + utostr(Seen->Sum));
    return Error::success();
  }
  bool keepsStream() const override { return Is != Effect::MayChange; }
  bool mayKeepStream() const override { return true; }
  std::unique_ptr<RecordVisitor> makePass(RecordVisitor &Next,
                                          LossAccount &Account) override {
    if (keepsStream())
      return nullptr;
    return std::make_unique<AddPass>(Next, Account, 1);
  }

private:
  Events &Log;
  const Effect Is;
  std::optional<Adder> Seen;
};

/// Looks up the names of the records it receives.
class NamesStage final : public Stage {
public:
  NamesStage(Events &Log, bool Keeps) : Log(Log), Keeps(Keeps) {}

  NamesUsed uses() const override { return NamesUsed::Classes; }
  bool keepsNames() const override { return Keeps; }
  Error look(Upstream &Stream) override {
    if (Error E = Stream.collectNames())
      return E;
    Log.push_back("id size " + utostr(Stream.names().header().IdSize));
    return Error::success();
  }
  std::unique_ptr<RecordVisitor> makePass(RecordVisitor &Next,
                                          LossAccount &Account) override {
    return std::make_unique<AddPass>(Next, Account, 1);
  }

private:
  Events &Log;
  const bool Keeps;
};

struct PipelineTest : testing::Test {
  void add(StringRef Name, std::vector<uint64_t> Ids,
           Pipeline::StageList Own = {}) {
    P.addSource(std::make_unique<RootSource>(Name, std::move(Ids), Asked),
                std::move(Own));
  }
  static Pipeline::StageList list(std::unique_ptr<Stage> S) {
    Pipeline::StageList L;
    L.push_back(std::move(S));
    return L;
  }
  LossAccount Losses;
  Pipeline P{Losses};
  Events Asked, Got;
  Logger Target{Got};
};
} // namespace

TEST_F(PipelineTest, SourcesFollowEachOtherThroughOwnAndCommonStages) {
  add("a", {1, 2}, list(makePassStage<AddPass>(uint64_t(10))));
  add("b", {1}, list(makePassStage<AddPass>(uint64_t(20))));
  P.addStage(makePassStage<AddPass>(uint64_t(100)));
  cantFail(P.run(Target));
  EXPECT_EQ(Got, (Events{"header", "111", "112", "header", "121", "end"}));
  // One walk over each source, without copies.
  EXPECT_EQ(Asked, (Events{"a last", "b last"}));
}

TEST_F(PipelineTest, OwnStagesEndWithTheirSourceAndCommonOnesWithTheLast) {
  add("a", {1}, list(makePassStage<HoldPass>()));
  add("b", {2}, list(makePassStage<HoldPass>()));
  cantFail(P.run(Target));
  EXPECT_EQ(Got, (Events{"header", "1", "header", "2", "end"}));
  Got.clear();
  Pipeline Other(Losses);
  Other.addSource(
      std::make_unique<RootSource>("a", std::vector<uint64_t>{1}, Asked));
  Other.addSource(
      std::make_unique<RootSource>("b", std::vector<uint64_t>{2}, Asked));
  Other.addStage(makePassStage<HoldPass>());
  cantFail(Other.run(Target));
  EXPECT_EQ(Got, (Events{"header", "header", "1", "2", "end"}));
}

TEST_F(PipelineTest, EachStageLooksOnceAtWhatReachesIt) {
  Pipeline::StageList OfA = list(makePassStage<AddPass>(uint64_t(1)));
  OfA.push_back(std::make_unique<SumStage>(Asked, "own")); // 2 + 3
  add("a", {1, 2}, std::move(OfA));
  add("b", {4});
  P.addStage(std::make_unique<SumStage>(Asked, "common")); // 7 + 8 + 4
  P.addStage(std::make_unique<SumStage>(Asked, "behind")); // 26 + 27 + 23
  cantFail(P.run(Target));
  EXPECT_EQ(Got, (Events{"header", "102", "103", "header", "99", "end"}));
  EXPECT_EQ(Asked, (Events{"own looks", "a again", "a look", "common looks",
                           "b again", "a look", "b look", "behind looks",
                           "a look", "b look", "a last", "b last"}));
}

TEST_F(PipelineTest, PassesThatWalkLateSeeWhatReachesThem) {
  Pipeline::StageList OfA = list(makePassStage<AddPass>(uint64_t(1)));
  OfA.push_back(std::make_unique<LateStage>()); // 2 + 3
  add("a", {1, 2}, std::move(OfA));
  add("b", {4});
  P.addStage(makePassStage<AddPass>(uint64_t(10)));
  P.addStage(std::make_unique<LateStage>()); // 17 + 18 + 14
  cantFail(P.run(Target));
  EXPECT_EQ(Got, (Events{"header", "66", "67", "header", "63", "end"}));
  EXPECT_EQ(Asked, (Events{"a again", "b again", "a last", "a aside", "a aside",
                           "a aside", "b aside", "b last"}));
  EXPECT_EQ(Losses.of(Loss::RootKinds), 3u);
}

TEST_F(PipelineTest, PassesMayWalkLateWhileAStageAfterThemLooks) {
  Pipeline::StageList Own = list(std::make_unique<LateStage>()); // 1 + 2
  Own.push_back(std::make_unique<SumStage>(Asked, "sum"));       // 4 + 5
  add("a", {1, 2}, std::move(Own));
  cantFail(P.run(Target));
  EXPECT_EQ(Got, (Events{"header", "13", "14", "end"}));
  EXPECT_EQ(Asked, (Events{"a again", "sum looks", "a look", "a aside",
                           "a last", "a aside"}));
}

TEST_F(PipelineTest, FailureOfALateWalkIsNamedOnce) {
  // At the first root of `a`, the stage scans `b`.
  add("a", {1});
  add("b", {RootSource::Bad});
  P.addStage(std::make_unique<LateStage>());
  EXPECT_EQ(toString(P.run(Target)), "'b': offset 0x7: is broken");
  Pipeline Alone(Losses);
  Alone.addSource(std::make_unique<RootSource>(
                      "c", std::vector<uint64_t>{1, RootSource::Bad}, Asked),
                  list(std::make_unique<LateStage>()));
  EXPECT_EQ(toString(Alone.run(Target)), "'c': offset 0x7: is broken");
}

TEST_F(PipelineTest, StagesThatSeeTheSameRecordsShareTheirFirstWalk) {
  using Effect = FirstWalkStage::Effect;
  for (Effect Is : {Effect::Keeps, Effect::MayKeep}) {
    Asked.clear();
    Pipeline Q(Losses);
    Pipeline::StageList Own;
    Own.push_back(std::make_unique<FirstWalkStage>(Asked, Is));
    Own.push_back(std::make_unique<FirstWalkStage>(Asked, Is));
    Own.push_back(std::make_unique<FirstWalkStage>(Asked, Is));
    Q.addSource(
        std::make_unique<RootSource>("a", std::vector<uint64_t>{1, 2}, Asked),
        std::move(Own));
    cantFail(Q.run(Target));
    EXPECT_EQ(Asked, (Events{"a again", "a look", "sum 3", "sum 3", "sum 3",
                             "a last"}));
    EXPECT_EQ(Q.reads(), 2u);
  }
}

TEST_F(PipelineTest, StagesAfterOneThatChangesTheStreamSeeTheChange) {
  using Effect = FirstWalkStage::Effect;
  Pipeline::StageList Own;
  Own.push_back(std::make_unique<FirstWalkStage>(Asked, Effect::MayKeep));
  Own.push_back(std::make_unique<FirstWalkStage>(Asked, Effect::MayChange));
  Own.push_back(std::make_unique<FirstWalkStage>(Asked, Effect::MayKeep));
  add("a", {1, 2}, std::move(Own));
  cantFail(P.run(Target));
  EXPECT_EQ(Asked, (Events{"a again", "a look", "sum 3", "sum 3", "a look",
                           "sum 5", "a last"}));
  EXPECT_EQ(P.reads(), 3u);
}

TEST_F(PipelineTest, FaultsCountOnlyOfWhatReallyReachesAStage) {
  using Effect = FirstWalkStage::Effect;
  auto Run = [&](Effect Is, std::vector<uint64_t> Ids) {
    Pipeline Q(Losses);
    Pipeline::StageList Own;
    Own.push_back(std::make_unique<FirstWalkStage>(Asked, Is));
    Own.push_back(std::make_unique<FirstWalkStage>(Asked, Effect::Keeps));
    Q.addSource(std::make_unique<RootSource>("a", std::move(Ids), Asked),
                std::move(Own));
    return toString(Q.run(Target));
  };
  // A sum of 13 makes the first or the second stage fail.
  EXPECT_EQ(Run(Effect::MayKeep, {6, 7}), "'a': 13 brings bad luck");
  EXPECT_EQ(Run(Effect::MayKeep, {6, 5}), "");
  EXPECT_EQ(Run(Effect::MayChange, {6, 5}), "'a': 13 brings bad luck");
  EXPECT_EQ(Run(Effect::MayChange, {6, 8}), "");
}

/// The second stage fails in a walk that it shares with the first.
TEST_F(PipelineTest, FaultsOfWhatDoesNotReachAStageDoNotCount) {
  Pipeline::StageList Own;
  // Passes only the first root on, a fact that is not known before the pass.
  class TakeFirst final : public Stage {
  public:
    RecordVisitor *firstWalk(const DumpContext &) override { return &Nobody; }
    bool mayKeepStream() const override { return true; }
    std::unique_ptr<RecordVisitor> makePass(RecordVisitor &Next,
                                            LossAccount &) override {
      class Pass final : public Forward {
      public:
        using Forward::Forward;
        using Forward::visit;
        void visit(const RootUnknown &R) override {
          if (!std::exchange(IsDone, true))
            Next.visit(R);
        }

      private:
        bool IsDone = false;
      };
      return std::make_unique<Pass>(Next);
    }

  private:
    RecordVisitor Nobody;
  };
  Own.push_back(std::make_unique<TakeFirst>());
  Own.push_back(
      std::make_unique<FirstWalkStage>(Asked, FirstWalkStage::Effect::Keeps));
  add("a", {6, 7}, std::move(Own));
  cantFail(P.run(Target));
  EXPECT_EQ(Got, (Events{"header", "6", "end"}));
  EXPECT_EQ(Asked, (Events{"a again", "a look", "a look", "sum 6", "a last"}));
}

TEST_F(PipelineTest, NamesAreCollectedOnceForAllThatTheyReach) {
  for (bool Keeps : {true, false}) {
    Asked.clear();
    Pipeline Q(Losses);
    Pipeline::StageList Own;
    Own.push_back(std::make_unique<NamesStage>(Asked, Keeps));
    Own.push_back(std::make_unique<NamesStage>(Asked, Keeps));
    Q.addSource(
        std::make_unique<RootSource>("a", std::vector<uint64_t>{1}, Asked),
        std::move(Own));
    Q.addStage(std::make_unique<NamesStage>(Asked, Keeps));
    cantFail(Q.run(Target));
    EXPECT_EQ(Q.reads(), Keeps ? 2u : 4u);
  }
}

TEST_F(PipelineTest, OnlyTheLastWalkCountsLosses) {
  add("a", {1, 2});
  add("b", {3});
  P.addStage(std::make_unique<SumStage>(Asked, "common"));
  cantFail(P.run(Target));
  EXPECT_EQ(Losses.of(Loss::RootKinds), 3u);
}

TEST_F(PipelineTest, SourceThatFailsIsNamedAndEndsTheRest) {
  add("a", {1});
  add("b", {2, RootSource::Bad, 3});
  add("c", {4});
  EXPECT_EQ(toString(P.run(Target)), "'b': offset 0x7: is broken");
  // Everything before the fault was delivered, but not the end of the stream.
  EXPECT_EQ(Got, (Events{"header", "1", "header", "2"}));
  EXPECT_EQ(Asked, (Events{"a last", "b last"}));
}

TEST_F(PipelineTest, SourceThatFailsInALookIsNamed) {
  add("a", {1});
  add("b", {RootSource::Bad}, list(std::make_unique<SumStage>(Asked, "own")));
  EXPECT_EQ(toString(P.run(Target)), "'b': offset 0x7: is broken");
  EXPECT_TRUE(Got.empty());
}

TEST_F(PipelineTest, NothingIsReadForATargetThatWantsNoMore) {
  add("a", {1, 2, 3});
  add("b", {4});
  Target.Most = 3;
  cantFail(P.run(Target));
  EXPECT_EQ(Got, (Events{"header", "1", "2", "end"}));
  EXPECT_EQ(Asked, (Events{"a last"}));
}

TEST_F(PipelineTest, ErrorsAtTheEndAreNamedAfterTheirSourceAndReworded) {
  P.setFinishError([](Error E) {
    return handleErrors(std::move(E), [](const FormatError &FE) {
      return createStringError("cannot be written: " + FE.what());
    });
  });
  add("a", {1});
  add("b", {2}, list(makePassStage<FailPass>()));
  EXPECT_EQ(toString(P.run(Target)), "'b': cannot be written: does not fit");
  EXPECT_EQ(Got, (Events{"header", "1", "header", "2"}));
}

TEST_F(PipelineTest, ErrorOfTheTargetHasNoFile) {
  add("a", {1});
  Target.Result = createStringError("disk is full");
  Error E = P.run(Target);
  EXPECT_FALSE(E.isA<FileError>());
  EXPECT_EQ(toString(std::move(E)), "disk is full");
}

TEST_F(PipelineTest, NoSourceGivesAnEmptyStream) {
  P.addStage(std::make_unique<SumStage>(Asked, "common"));
  cantFail(P.run(Target));
  EXPECT_EQ(Got, Events{"end"});
}

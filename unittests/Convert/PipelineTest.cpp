//===- PipelineTest.cpp - Tests of the driver of streams ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Convert/Pipeline.h"
#include "Convert/PassStage.h"
#include "Convert/PassTesting.h"
#include "hprof/Convert/DumpSource.h"
#include "hprof/Format/DumpContext.h"
#include <unistd.h>
#include <utility>

using namespace hprof;
using namespace llvm;

namespace {
using Events = std::vector<std::string>;

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
                                               : " survey"));
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

/// Adds to the ids of roots.
class AddPass : public Forward {
public:
  AddPass(RecordVisitor &Next, LossAccount &, uint64_t N)
      : Forward(Next), N(N) {}
  using Forward::visit;
  void visit(const RootUnknown &R) override {
    RootUnknown Out = R;
    Out.Object += N;
    Next.visit(Out);
  }

private:
  const uint64_t N;
};

/// Holds roots back until its stream ends.
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

/// Fails at the end of its stream.
class FailPass final : public Forward {
public:
  FailPass(RecordVisitor &Next, LossAccount &) : Forward(Next) {}
  Error finish() override {
    return make_error<FormatError>(format_errc::bad_value, 3, "does not fit");
  }
};

/// Adds up the ids in its survey and adds the sum in its pass.
class SumStage final : public Stage {
public:
  SumStage(Events &Log, StringRef Name) : Log(Log), Name(Name), Seen(*this) {}
  RecordVisitor *survey() override {
    Log.push_back(Name + " asked");
    return &Seen;
  }
  std::unique_ptr<RecordVisitor> makePass(RecordVisitor &Next,
                                          LossAccount &Account) override {
    EXPECT_TRUE(WasSeen);
    return std::make_unique<AddPass>(Next, Account, Sum);
  }

private:
  struct Survey final : RecordVisitor {
    explicit Survey(SumStage &S) : S(S) {}
    using RecordVisitor::visit;
    void visit(const RootUnknown &R) override { S.Sum += R.Object; }
    Error finish() override {
      S.WasSeen = true;
      return Error::success();
    }
    SumStage &S;
  };
  Events &Log;
  const std::string Name;
  Survey Seen;
  uint64_t Sum = 0;
  bool WasSeen = false;
};

/// Adds the sum of all ids, looked up at its first root.
class AheadStage final : public Stage {
public:
  bool takeLookahead(const Lookahead &Ahead) override {
    Show = Ahead;
    return true;
  }
  std::unique_ptr<RecordVisitor> makePass(RecordVisitor &Next,
                                          LossAccount &) override {
    return std::make_unique<Pass>(Next, Show);
  }

private:
  struct Sum final : RecordVisitor {
    using RecordVisitor::visit;
    void visit(const RootUnknown &R) override { Ids += R.Object; }
    uint64_t Ids = 0;
  };
  class Pass final : public Forward {
  public:
    Pass(RecordVisitor &Next, const Lookahead &Show)
        : Forward(Next), Show(Show) {}
    using Forward::visit;
    void visit(const RootUnknown &R) override {
      if (!std::exchange(HasLooked, true))
        Failure = Show(All);
      RootUnknown Out = R;
      Out.Object += All.Ids;
      Next.visit(Out);
    }
    Error finish() override {
      return Failure ? std::move(Failure) : Forward::finish();
    }

  private:
    const Lookahead &Show;
    Sum All;
    bool HasLooked = false;
    Error Failure = Error::success();
  };
  Lookahead Show;
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
  // One walk over each, without copies.
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

TEST_F(PipelineTest, EachSurveyIsAskedForOnceAndSeesWhatReachesItsStage) {
  Pipeline::StageList OfA = list(makePassStage<AddPass>(uint64_t(1)));
  OfA.push_back(std::make_unique<SumStage>(Asked, "own")); // 2 + 3
  add("a", {1, 2}, std::move(OfA));
  add("b", {4});
  P.addStage(std::make_unique<SumStage>(Asked, "common")); // 7 + 8 + 4
  P.addStage(std::make_unique<SumStage>(Asked, "behind")); // 26 + 27 + 23
  cantFail(P.run(Target));
  EXPECT_EQ(Got, (Events{"header", "102", "103", "header", "99", "end"}));
  EXPECT_EQ(Asked, (Events{"own asked", "a again", "a survey", "common asked",
                           "b again", "a survey", "b survey", "behind asked",
                           "a survey", "b survey", "a last", "b last"}));
}

TEST_F(PipelineTest, StagesThatLookAheadSeeWhatReachesThem) {
  Pipeline::StageList OfA = list(makePassStage<AddPass>(uint64_t(1)));
  OfA.push_back(std::make_unique<AheadStage>()); // 2 + 3
  add("a", {1, 2}, std::move(OfA));
  add("b", {4});
  P.addStage(makePassStage<AddPass>(uint64_t(10)));
  P.addStage(std::make_unique<AheadStage>()); // 17 + 18 + 14
  cantFail(P.run(Target));
  EXPECT_EQ(Got, (Events{"header", "66", "67", "header", "63", "end"}));
  EXPECT_EQ(Asked, (Events{"a again", "b again", "a last", "a aside", "a aside",
                           "a aside", "b aside", "b last"}));
  EXPECT_EQ(Losses.of(Loss::RootKinds), 3u);
}

TEST_F(PipelineTest, FailureToLookAheadIsNamedOnce) {
  // The first root of a makes the stage look at b.
  add("a", {1});
  add("b", {RootSource::Bad});
  P.addStage(std::make_unique<AheadStage>());
  EXPECT_EQ(toString(P.run(Target)), "'b': offset 0x7: is broken");
  Pipeline Alone(Losses);
  Alone.addSource(std::make_unique<RootSource>(
                      "c", std::vector<uint64_t>{1, RootSource::Bad}, Asked),
                  list(std::make_unique<AheadStage>()));
  EXPECT_EQ(toString(Alone.run(Target)), "'c': offset 0x7: is broken");
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
  // What was there has arrived, without an end.
  EXPECT_EQ(Got, (Events{"header", "1", "header", "2"}));
  EXPECT_EQ(Asked, (Events{"a last", "b last"}));
}

TEST_F(PipelineTest, SourceThatFailsInASurveyIsNamed) {
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

//===----------------------------------------------------------------------===//
// With dumps
//===----------------------------------------------------------------------===//

static constexpr StringLiteral First = "--- !hprof\n"
                                       "idSize: 4\n"
                                       "---\n"
                                       "- utf8: {id: 0x1, text: one}\n"
                                       "- heapDumpSegment:\n"
                                       "- rootUnknown: {object: 0x10}\n"
                                       "- heapDumpEnd:\n";
static constexpr StringLiteral Second = "--- !hprof\n"
                                        "idSize: 4\n"
                                        "---\n"
                                        "- utf8: {id: 0x2, text: two}\n"
                                        "- heapDumpSegment:\n"
                                        "- rootUnknown: {object: 0x20}\n"
                                        "- heapDumpEnd:\n";

/// A pipe with \p Bytes, which must be few.
static std::unique_ptr<Source> openPipe(ArrayRef<char> Bytes) {
  int Ends[2];
  EXPECT_EQ(0, ::pipe(Ends));
  EXPECT_EQ(ssize_t(Bytes.size()),
            ::write(Ends[1], Bytes.data(), Bytes.size()));
  ::close(Ends[1]);
  auto In = Source::open("/dev/fd/" + utostr(unsigned(Ends[0])));
  ::close(Ends[0]);
  return cantFail(std::move(In));
}

static std::unique_ptr<RecordSource> dump(Source &In,
                                          DamageHandler OnDamage = nullptr) {
  DumpSourceOptions Options;
  Options.OnDamage = std::move(OnDamage);
  Options.TempDir = testing::TempDir();
  return makeDumpSource(In, formatInfo(Format::Hprof), std::move(Options));
}

TEST(DumpPipeline, PipesAreCopiedWhenTheyMustBeReadTwice) {
  SmallVector<char, 0> A = hprofOf(First), B = hprofOf(Second);
  for (bool HasSurvey : {false, true}) {
    std::unique_ptr<Source> InA = openPipe(A), InB = openPipe(B);
    LossAccount Losses;
    Events Asked;
    Pipeline P(Losses);
    P.addSource(dump(*InA));
    P.addSource(dump(*InB));
    if (HasSurvey)
      P.addStage(std::make_unique<SumStage>(Asked, "common"));
    else
      P.addStage(makePassStage<AddPass>(uint64_t(0x30)));
    SmallVector<char, 0> Bytes;
    std::unique_ptr<Sink> Out = Sink::toMemory(Bytes);
    HprofWriter Writer(*Out);
    cantFail(P.run(Writer));
    cantFail(Out->finish());
    SmallVector<char, 0> Expected =
        hprofOf(StringRef(First).str().replace(First.find("0x10"), 4, "0x40"));
    SmallVector<char, 0> Rest = hprofOf(
        StringRef(Second).str().replace(Second.find("0x20"), 4, "0x50"));
    Expected.append(Rest.begin(), Rest.end());
    EXPECT_EQ(Bytes, Expected);
  }
}

TEST(DumpPipeline, CopyThatCannotBeMadeIsAnErrorOfItsSource) {
  std::unique_ptr<Source> In = openPipe(hprofOf(First));
  LossAccount Losses;
  Events Asked;
  Pipeline P(Losses);
  DumpSourceOptions Options;
  Options.TempDir = "/nowhere";
  P.addSource(
      makeDumpSource(*In, formatInfo(Format::Hprof), std::move(Options)));
  P.addStage(std::make_unique<SumStage>(Asked, "common"));
  RecordVisitor Target;
  EXPECT_EQ(toString(P.run(Target)),
            "'" + In->name() + "': '/nowhere': No such file or directory");
}

TEST(DumpPipeline, DamageIsToldOnceToTheHandlerOfItsSource) {
  SmallVector<char, 0> A = hprofOf(First), B = hprofOf(Second);
  B.truncate(B.size() - 12);
  std::unique_ptr<Source> InA =
      Source::fromMemory(arrayRefFromStringRef(toStringRef(ArrayRef(A))), "a");
  std::unique_ptr<Source> InB =
      Source::fromMemory(arrayRefFromStringRef(toStringRef(ArrayRef(B))), "b");
  unsigned OfA = 0, OfB = 0;
  LossAccount Losses;
  Events Asked;
  Pipeline P(Losses);
  P.addSource(dump(*InA, [&](const Damage &) { ++OfA; }));
  P.addSource(dump(*InB, [&](const Damage &D) {
    ++OfB;
    EXPECT_EQ(D.Code, format_errc::truncated);
  }));
  P.addStage(std::make_unique<SumStage>(Asked, "common"));
  RecordVisitor Target;
  cantFail(P.run(Target));
  EXPECT_EQ(OfA, 0u);
  EXPECT_EQ(OfB, 1u);
}

TEST(DumpPipeline, TargetsGetTheNamesThatTheyNeed) {
  SmallVector<char, 0> A = hprofOf(First), B = hprofOf(Second);
  for (NamesNeeded Needed :
       {NamesNeeded::None, NamesNeeded::Passed, NamesNeeded::Whole}) {
    std::unique_ptr<Source> InA = Source::fromMemory(
        arrayRefFromStringRef(toStringRef(ArrayRef(A))), "a");
    std::unique_ptr<Source> InB = Source::fromMemory(
        arrayRefFromStringRef(toStringRef(ArrayRef(B))), "b");
    LossAccount Losses;
    Pipeline P(Losses);
    P.addSource(dump(*InA));
    P.addSource(dump(*InB));
    /// What can be looked up at each root.
    struct Looker : RecordVisitor {
      Looker(const DumpContext *Names, Events &Seen)
          : Names(Names), Seen(Seen) {}
      using RecordVisitor::visit;
      void visit(const RootUnknown &) override {
        std::string Text;
        for (uint64_t Id : {1, 2})
          Text += Names ? Names->string(Id).value_or("-").str() : "?";
        Seen.push_back(Text);
      }
      const DumpContext *Names;
      Events &Seen;
    };
    Events Seen;
    cantFail(P.run(Needed, [&](const DumpContext *Names) {
      return std::make_unique<Looker>(Names, Seen);
    }));
    EXPECT_EQ(Seen,
              (Needed == NamesNeeded::None     ? Events{"??", "??"}
               : Needed == NamesNeeded::Passed ? Events{"one-", "onetwo"}
                                               : Events{"onetwo", "onetwo"}));
  }
}

TEST(DumpPipeline, SubRecordsMayComeInRuns) {
  struct RunTaker : RecordVisitor {
    RecordKindSet runKinds() const override { return subRecordKinds(); }
    void run(const SubRecordRun &Run) override {
      Sizes.push_back(Run.Bytes.size());
    }
    std::vector<size_t> Sizes;
  };
  SmallVector<char, 0> A = hprofOf(First);
  std::unique_ptr<Source> In =
      Source::fromMemory(arrayRefFromStringRef(toStringRef(ArrayRef(A))), "a");
  LossAccount Losses;
  Pipeline P(Losses);
  P.addSource(dump(*In));
  RunTaker Target;
  cantFail(P.run(Target));
  EXPECT_EQ(Target.Sizes, std::vector<size_t>{5});
}

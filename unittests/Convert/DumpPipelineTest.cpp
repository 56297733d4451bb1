//===- DumpPipelineTest.cpp - Tests of pipelines that read dumps ----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Convert/Pipeline/PassStage.h"
#include "Convert/Pipeline/Pipeline.h"
#include "Convert/Pipeline/PipelineTesting.h"
#include "hprof/Convert/DumpSource.h"
#include "hprof/Format/Context/DumpContext.h"
#include <unistd.h>

using namespace hprof;
using namespace llvm;

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

/// A pipe that contains \p Bytes, which must fit into its buffer.
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

TEST(DumpPipeline, DamageIsToldWhenALookFails) {
  class Fails final : public Stage {
  public:
    Error look(Upstream &Stream) override {
      RecordVisitor Nobody;
      cantFail(Stream.walk(Nobody));
      return make_error<FormatError>(format_errc::bad_value, 3, "is too wide");
    }
    std::unique_ptr<RecordVisitor> makePass(RecordVisitor &,
                                            LossAccount &) override {
      return nullptr;
    }
  };
  SmallVector<char, 0> A = hprofOf(First);
  A.truncate(A.size() - 12);
  std::unique_ptr<Source> In =
      Source::fromMemory(arrayRefFromStringRef(toStringRef(ArrayRef(A))), "a");
  unsigned Damages = 0;
  LossAccount Losses;
  Pipeline P(Losses);
  P.setFinishError([](Error E) {
    return handleErrors(std::move(E), [](const FormatError &FE) {
      return createStringError("cannot be written: " + FE.what());
    });
  });
  Pipeline::StageList Own;
  Own.push_back(std::make_unique<Fails>());
  P.addSource(dump(*In, [&](const Damage &) { ++Damages; }), std::move(Own));
  RecordVisitor Target;
  EXPECT_EQ(toString(P.run(Target)), "'a': cannot be written: is too wide");
  EXPECT_EQ(Damages, 1u);
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
    /// Logs which names can be looked up at each root.
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

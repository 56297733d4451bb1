//===- PathAnswersTest.cpp - Tests of answers on paths --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Store/Answers/PathAnswers.h"
#include "Analysis/Store/StoreTesting.h"
#include "Answer/AnswerTesting.h"
#include "Format/Hprof/HprofBytes.h"
#include "gmock/gmock.h"

using namespace hprof;
using namespace llvm;
using testing::Contains;
using testing::ElementsAre;

namespace {

/// The answer as text, with names and ids unescaped.
struct Lines final : Presenter {
  void line(const Prose &Text) override { All.push_back(plainText(Text)); }
  void table(Rows &Of, unsigned) override {
    while (Of.next())
      for (StringRef Name : {"path", "object"}) {
        const Datum Value = valueOf(Of, Name, ForText);
        if (const auto *Text = Value.get<Prose>())
          All.push_back(std::string(2 * numberOf(Of, "depth", ForCsv), ' ') +
                        plainText(*Text));
      }
  }
  void tree(Rows &Of, uint64_t) override { table(Of, 0); }
  void more(uint64_t, uint64_t, const Prose &) override {}
  std::vector<std::string> All;
};

/// A root 0x1000 refers to 0x1008 and 0x1010; both refer to 0x1018, which
/// refers back to 0x1008. Nothing refers to 0x1020, which refers to 0x1028.
std::vector<uint8_t> diamond() {
  HprofBytes B;
  B.utf8(1, "java/lang/Object").utf8(2, "Node").utf8(3, "next");
  B.utf8(4, "other").loadClass(1, 0x10, 1).loadClass(2, 0x18, 2);
  B.record(0x1c, [&] {
    using F = BasicType;
    B.classDump(0x10, 0, {});
    B.classDump(0x18, 0x10, {{3, F::Object}, {4, F::Object}});
    const uint64_t Edges[][2] = {{0x1008, 0x1010}, {0x1018, 0}, {0x1018, 0},
                                 {0x1008, 0},      {0x1028, 0}, {0, 0}};
    uint64_t Id = 0x1000;
    for (const auto &To : Edges) {
      B.instance(Id, 0x18, 16).id(To[0]).id(To[1]);
      Id += 8;
    }
    B.number(0x05, 1).id(0x10);
    B.number(0x05, 1).id(0x18);
    B.number(0xff, 1).id(0x1000);
  });
  B.frame(0x2c, 0);
  return B.bytes().vec();
}

struct PathAnswersTest : testing::Test {
  std::unique_ptr<Answer> ask(std::vector<uint64_t> Ids,
                              const PathRequest &Request) {
    StoreOptions Options;
    Options.TempDir = testing::TempDir();
    auto Store = cantFail(HeapStore::open(Dump.path(), Options));
    HeapQuestion Question;
    Question.Text = "what";
    for (uint64_t Id : Ids)
      Question.Targets.push_back(Store->graph().find(Id));
    return cantFail(pathAnswer(std::move(Store), {Question}, Request));
  }
  std::vector<std::string> lines(const Answer &A) {
    Lines To;
    A.present(To);
    return To.All;
  }
  /// The only record of a List.
  static const Rows &first(const Datum &List) {
    EXPECT_TRUE(List.rows() && List.rows()->next());
    return *List.rows();
  }

  TestDump Dump = TestDump("diamond", diamond());
};

} // namespace

TEST_F(PathAnswersTest, RowsAreSteps) {
  PathRequest Request;
  Request.IsWithRetained = true;
  auto A = ask({0x1018}, Request);
  EXPECT_EQ(&A->info(), &pathAnswerKind(/*AsksForNeighbours=*/false));
  for (int Time = 0; Time != 2; ++Time) {
    auto All = A->rows();
    std::vector<std::string> Steps;
    while (All->next())
      Steps.push_back(textOf(*All, "through", ForCsv) + " " +
                      std::to_string(numberOf(*All, "depth", ForCsv)) + " " +
                      textOf(*All, "reference", ForCsv) + " " +
                      std::to_string(numberOf(*All, "id")));
    EXPECT_THAT(Steps, ElementsAre("strong 0 unknown root 4096",
                                   "strong 1 next (repeated) 4120"));
  }
}

TEST_F(PathAnswersTest, TreesForkInWays) {
  PathRequest Request;
  auto A = ask({0x1008, 0x1010}, Request);
  auto File = A->files();
  ASSERT_TRUE(File->next());
  const Datum Questions = valueOf(*File, "questions", ForJson);
  const Rows &Question = first(Questions);
  EXPECT_EQ(textOf(Question, "object"), "what");
  EXPECT_EQ(textOf(Question, "class"), "(none)");
  EXPECT_EQ(numberOf(Question, "objects"), 2u);
  EXPECT_EQ(numberOf(Question, "unreachable"), 0u);
  EXPECT_TRUE(valueOf(Question, "unreachable_from", ForJson).isMissing());
  const Datum Answers = valueOf(Question, "answers", ForJson);
  const Rows &Found = first(Answers);
  EXPECT_EQ(textOf(Found, "through"), "strong");
  EXPECT_EQ(numberOf(Found, "paths"), 2u);
  const Datum Roots = valueOf(Found, "roots", ForJson);
  const Rows &Way = first(Roots);
  const Datum Links = valueOf(Way, "links", ForJson);
  const Rows &Root = first(Links);
  EXPECT_EQ(textOf(Root, "root"), "unknown root");
  EXPECT_EQ(textOf(Root, "reference"), "(none)");
  EXPECT_FALSE(Links.rows()->next());
  const Datum Ways = valueOf(Way, "ways", ForJson);
  std::vector<std::string> Names;
  while (Ways.rows()->next()) {
    const Datum Steps = valueOf(*Ways.rows(), "links", ForJson);
    Names.push_back(textOf(first(Steps), "name"));
    EXPECT_TRUE(valueOf(*Ways.rows(), "ways", ForJson).isMissing());
  }
  EXPECT_THAT(Names, ElementsAre("next", "other"));
}

TEST_F(PathAnswersTest, LostObjectsHaveReferrers) {
  PathRequest Request;
  auto A = ask({0x1028}, Request);
  EXPECT_THAT(lines(*A),
              ElementsAre("Node #4136", "  unreachable; referenced by:", "",
                          "next of Node #4128", ""));
  auto All = A->rows();
  ASSERT_TRUE(All->next());
  EXPECT_EQ(textOf(*All, "through", ForCsv), "none");
  EXPECT_EQ(textOf(*All, "reference", ForCsv), "");
  EXPECT_EQ(numberOf(*All, "ends"), 1u);
  EXPECT_FALSE(All->next());
  // If these parts are not requested, nothing is computed for them.
  Request.IsWithReferrers = false;
  A = ask({0x1028}, Request);
  auto File = A->files();
  ASSERT_TRUE(File->next());
  const Datum Questions = valueOf(*File, "questions", ForJson);
  const Rows &Question = first(Questions);
  EXPECT_EQ(numberOf(Question, "unreachable"), 1u);
  EXPECT_TRUE(valueOf(Question, "unreachable_from", ForJson).isMissing());
}

TEST_F(PathAnswersTest, NeighboursAreShownOnce) {
  PathRequest Request;
  Request.Incoming = true;
  Request.Depth = 9;
  auto A = ask({0x1018}, Request);
  EXPECT_EQ(&A->info(), &pathAnswerKind(/*AsksForNeighbours=*/true));
  EXPECT_THAT(lines(*A),
              ElementsAre("Node #4120", "", "next of Node #4104",
                          "  next of Node #4096",
                          "  next of Node #4120, then as above",
                          "next of Node #4112",
                          "  other of Node #4096, then as above", ""));
  // Rows and trees show the same paths.
  auto All = A->rows();
  std::vector<uint64_t> Flat, Nested;
  while (All->next())
    Flat.push_back(numberOf(*All, "id"));
  std::function<void(const Datum &)> Walk = [&](const Datum &Level) {
    for (Rows *R = Level.rows(); R && R->next();) {
      Nested.push_back(numberOf(*R, "id"));
      EXPECT_TRUE(valueOf(*R, "outgoing", ForJson).isMissing());
      Walk(valueOf(*R, "incoming", ForJson));
    }
  };
  auto File = A->files();
  ASSERT_TRUE(File->next());
  const Datum Questions = valueOf(*File, "questions", ForJson);
  Walk(valueOf(first(Questions), "incoming", ForJson));
  EXPECT_EQ(Flat.size(), 5u);
  EXPECT_EQ(Flat, Nested);
}

TEST_F(PathAnswersTest, LevelsAreCut) {
  PathRequest Request;
  Request.Outgoing = true;
  Request.Top = 1;
  auto A = ask({0x1000}, Request);
  EXPECT_THAT(lines(*A), Contains("... 2 more"));
  auto All = A->rows();
  EXPECT_TRUE(All->next());
  EXPECT_FALSE(All->next());
}

TEST_F(PathAnswersTest, MisspeltFieldsAreErrors) {
  PathRequest Request;
  Request.Excluded = {"Node.nxt"};
  auto Store = cantFail(HeapStore::open(Dump.path()));
  HeapQuestion Question;
  Question.Targets = {Store->graph().find(0x1018)};
  const std::string Failed =
      toString(pathAnswer(std::move(Store), {Question}, Request).takeError());
  EXPECT_THAT(Failed, testing::HasSubstr("'nxt'"));
}

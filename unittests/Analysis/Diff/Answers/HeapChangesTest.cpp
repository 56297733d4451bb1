//===- HeapChangesTest.cpp - Tests of changes between heaps ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Diff/Answers/Comparison.h"
#include "hprof/Analysis/Store/StoreEvents.h"
#include "hprof/Analysis/Store/StoreOptions.h"
#include "hprof/Tool/AnswerOutput.h"
#include "hprof/Tool/Reporter.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

/// A summary with \p Sessions sessions, written \p Millis ms after 1970.
static HeapInput summary(StringRef Name, unsigned Sessions, uint64_t Millis) {
  HeapInput In;
  In.Name = In.Path = Name.str();
  raw_string_ostream(In.Summary)
      << R"({"schema_version": 2, "tool": {"name": "hprof-histo"}, "files":)"
      << R"([{"file": "x", "id_size": 8, "objects": )" << Sessions + 1
      << R"(, "bytes": 64, "time_ms": )" << Millis
      << R"(, "layout": {"name": "c", "text": "64-bit", "certain": false}}],)"
      << R"("by": "class", "rows": [)"
      << R"({"class": "app.Main", "instances": 1, "shallow": 16},)"
      << R"({"class": "app.Session", "instances": )" << Sessions
      << R"(, "shallow": )" << 16 * Sessions << "}]}";
  return In;
}

namespace {
struct HeapChangesTest : testing::Test {
  HeapChangesTest() {
    Events.OnNote = Events.OnWarning = [this](const Twine &Said) {
      Told += Said.str() + "\n";
    };
  }
  Expected<HeapChanges> compare(std::vector<HeapInput> Inputs) {
    return compareInputs(
        std::move(Inputs), Request,
        [&](HeapInput In, const CountOptions &Wanted) {
          return countHeap(std::move(In), Wanted, {}, Events);
        },
        Events);
  }
  Expected<HeapChanges> compareTwo() {
    std::vector<HeapInput> Inputs;
    Inputs.push_back(summary("a.json", 2, 0));
    Inputs.push_back(summary("b.json", 5, 0));
    return compare(std::move(Inputs));
  }

  ComparisonRequest Request;
  StoreEvents Events;
  std::string Told, Text;
  raw_string_ostream OS{Text};
};

TEST_F(HeapChangesTest, TextHasWhatChanged) {
  HeapChanges A = cantFail(compareTwo());
  printAnswerText(OS, A, EscapeMode::Escape);
  EXPECT_EQ(Text, "before: a.json, summary\n"
                  "  3 objects, 64 bytes; 64-bit, uncertain\n"
                  "after: b.json, summary\n"
                  "  6 objects, 64 bytes; 64-bit, uncertain\n"
                  "change: +3 objects, 0 bytes\n"
                  "\n"
                  "shallow before  after  change  instances  class\n"
                  "            32     80     +48         +3  app.Session\n"
                  "1 row has not changed\n");
  EXPECT_EQ(Told, "");
}

TEST_F(HeapChangesTest, CsvHasAllRowsUpToTop) {
  HeapChanges A = cantFail(compareTwo());
  printAnswerCsv(OS, A, EscapeMode::Escape);
  EXPECT_EQ(Text, "class,instances_before,instances_after,shallow_before,"
                  "shallow_after,instances_change,shallow_change\n"
                  "app.Session,2,5,32,80,3,48\n"
                  "app.Main,1,1,16,16,0,0\n");
  Text.clear();
  Request.Top = 1;
  HeapChanges One = cantFail(compareTwo());
  printAnswerJsonLines(OS, One);
  EXPECT_EQ(Text, "{\"class\":\"app.Session\",\"fate\":\"grown\","
                  "\"instances\":[2,5],\"instances_change\":3,"
                  "\"shallow\":[32,80],\"shallow_change\":48}\n");
}

TEST_F(HeapChangesTest, TimesGiveSlopes) {
  std::vector<HeapInput> Inputs;
  for (unsigned Hour = 1; Hour != 4; ++Hour)
    Inputs.push_back(summary("s.json", Hour, 3600000 * Hour));
  HeapChanges A = cantFail(compare(std::move(Inputs)));
  printAnswerCsv(OS, A, EscapeMode::Escape);
  EXPECT_NE(Text.find("_change,instances_per_hour,shallow_per_hour\n"),
            std::string::npos)
      << Text;
  EXPECT_NE(Text.find("app.Session,1,2,3,16,32,48,2,32,1.0,16.0\n"),
            std::string::npos)
      << Text;
  Text.clear();
  printAnswerText(OS, A, EscapeMode::Escape);
  EXPECT_NE(Text.find("shallow 1   2   3  change  per hour  instances  class\n"
                      "       16  32  48     +32       +16         +2  "
                      "app.Session\n"),
            std::string::npos)
      << Text;
}

TEST_F(HeapChangesTest, AGateIsPartOfTheAnswer) {
  Request.Limits = cantFail(
      parseBudget("limits:\n- class: app.Session\n  instances: {growth: 1}\n"));
  Request.Limits->Name = "limits.yaml";
  HeapChanges A = cantFail(compareTwo());
  EXPECT_EQ(Told, "'limits.yaml': 1 of 2 checks failed\n");
  Reporter Report("hprof-diff", nulls());
  printAnswerJson(OS, A, Report);
  Expected<json::Value> V = json::parse(Text);
  ASSERT_TRUE(bool(V)) << Text;
  const json::Object &Budget = *V->getAsObject()->getObject("budget");
  EXPECT_EQ(*Budget.getBoolean("passed"), false);
  const json::Object &Check = *(*Budget.getArray("checks"))[1].getAsObject();
  const json::Value Violation = json::Object{{"key", "app.Session"},
                                             {"measure", "instances"},
                                             {"before", 2},
                                             {"after", 5},
                                             {"rule", "may grow by at most 1"}};
  EXPECT_EQ((*Check.getArray("violations"))[0], Violation);
  EXPECT_TRUE(V->getAsObject()->get("gate"));
  const CheckReport ForServers = A.checks();
  ASSERT_EQ(ForServers.Checks.size(), 2u);
  EXPECT_EQ(ForServers.Checks[0].File, "b.json");
  EXPECT_EQ(ForServers.Checks[1].File, "limits.yaml");
  EXPECT_EQ(ForServers.Checks[1].Line, 2u);
  EXPECT_EQ(proseText(ForServers.Checks[1].Failures[0].Text, EscapeMode::Raw),
            "app.Session: instances 2 -> 5 (+3, +150.0%), may grow by at "
            "most 1");
}

TEST_F(HeapChangesTest, ErrorsOfAllInputsAreReported) {
  std::vector<HeapInput> Inputs;
  for (const char *Name : {"a.json", "b.json"}) {
    Inputs.push_back(summary(Name, 1, 0));
    Inputs.back().Summary = "{";
  }
  const std::string Errors = toString(compare(std::move(Inputs)).takeError());
  EXPECT_NE(Errors.find("'a.json': "), std::string::npos) << Errors;
  EXPECT_NE(Errors.find("'b.json': "), std::string::npos) << Errors;
}

TEST_F(HeapChangesTest, OlderInputsAfterNewerOnesAreNoted) {
  std::vector<HeapInput> Inputs;
  Inputs.push_back(summary("new.json", 1, 2000));
  Inputs.push_back(summary("old.json", 1, 1000));
  HeapChanges A = cantFail(compare(std::move(Inputs)));
  EXPECT_EQ(Told, "'old.json' is older than 'new.json', an earlier input\n");
}
} // namespace

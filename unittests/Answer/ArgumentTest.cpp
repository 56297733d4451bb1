//===- ArgumentTest.cpp - Tests of arguments of queries -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Answer/Argument.h"
#include "hprof/Format/Base/ClassPattern.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

namespace {
enum class Color : uint8_t { Red, Green };
struct Request {
  Color Of = Color::Red;
  bool IsLarge = false;
  unsigned Count = 1;
  uint64_t Top = 7;
  std::vector<uint64_t> Ids;
  std::shared_ptr<const ClassPattern> Filter;
  std::string Path;
  int64_t Move = 0;
  std::optional<uint64_t> Max;
  std::vector<ClassPattern> Drop;
  std::vector<std::string> Rules, Types;
};
} // namespace

#define SET(KIND, MEMBER)                                                      \
  [](void *R, const ArgumentValue &V) {                                        \
    return V.to##KIND(static_cast<Request *>(R)->MEMBER);                      \
  }
static constexpr Argument Known[] = {
    {"q", 0, "of", ArgumentKind::Choice, "red|green", "", false, false, "",
     SET(Choice, Of)},
    {"q", 1, "large", ArgumentKind::Switch, "", "", false, false, "",
     SET(Switch, IsLarge)},
    {"q", 2, "count", ArgumentKind::Number, "", "", false, false, "",
     SET(Number, Count)},
    {"q", 3, "top", ArgumentKind::Most, "", "", false, false, "",
     SET(Most, Top)},
    {"q", 4, "id", ArgumentKind::Object, "", "", true, false, "",
     SET(Object, Ids)},
    {"q", 5, "filter", ArgumentKind::Pattern, "", "", false, false, "",
     SET(Pattern, Filter)},
    {"q", 6, "after", ArgumentKind::File, "", "", false, false, "",
     SET(File, Path)},
    {"q", 7, "move", ArgumentKind::Offset, "", "", false, false, "",
     SET(Offset, Move)},
    {"q", 8, "max", ArgumentKind::Size, "", "", false, false, "",
     SET(Size, Max)},
    {"q", 9, "drop", ArgumentKind::Pattern, "", "", false, true, "",
     SET(Pattern, Drop)},
    {"q", 10, "rules", ArgumentKind::File, "", "", false, true, "",
     SET(File, Rules)},
    {"q", 11, "type", ArgumentKind::Text, "", "", false, true, "",
     SET(Text, Types)},
};

static std::string failure(const GivenArguments &Given) {
  Request R;
  return toString(setArguments(Known, Given, &R));
}

TEST(ArgumentTest, Values) {
  Request R;
  cantFail(setArguments(Known,
                        {{"of", "green"},
                         {"large", "true"},
                         {"count", "3"},
                         {"top", "0"},
                         {"id", "0x10"},
                         {"filter", "app.*"},
                         {"after", "b.hprof"},
                         {"move", "-0x10"},
                         {"max", "64k"},
                         {"drop", "a.B"},
                         {"rules", "c"},
                         {"type", "int"}},
                        &R));
  EXPECT_EQ(R.Of, Color::Green);
  EXPECT_TRUE(R.IsLarge);
  EXPECT_EQ(R.Count, 3u);
  EXPECT_EQ(R.Top, UINT64_MAX);
  EXPECT_EQ(R.Ids, std::vector<uint64_t>{16});
  EXPECT_TRUE(R.Filter->matches("app.Job"));
  EXPECT_EQ(R.Path, "b.hprof");
  EXPECT_EQ(R.Move, -16);
  EXPECT_EQ(R.Max, 65536u);
  ASSERT_EQ(R.Drop.size(), 1u);
  EXPECT_EQ(R.Drop[0].text(), "a.B");
  EXPECT_EQ(R.Rules, std::vector<std::string>{"c"});
  EXPECT_EQ(R.Types, std::vector<std::string>{"int"});
}

TEST(ArgumentTest, WhatIsNotGivenStays) {
  Request R;
  cantFail(setArguments(Known, {{"id", "1"}}, &R));
  EXPECT_EQ(R.Top, 7u);
  EXPECT_EQ(R.Of, Color::Red);
}

TEST(ArgumentTest, RepeatedArgumentsFillLists) {
  Request R;
  cantFail(setArguments(Known,
                        {{"id", "1"},
                         {"type", "int"},
                         {"drop", "a.B"},
                         {"type", "int"},
                         {"type", "long"}},
                        &R));
  EXPECT_EQ(R.Types, (std::vector<std::string>{"int", "int", "long"}));
}

TEST(ArgumentTest, ErrorsHaveTheIndex) {
  auto Index = [](const GivenArguments &Given) {
    Request R;
    std::optional<size_t> Found;
    handleAllErrors(setArguments(Known, Given, &R),
                    [&](const ArgumentError &E) { Found = E.index(); });
    return Found;
  };
  EXPECT_EQ(Index({{"id", "1"}, {"type", "int"}, {"type", ""}}), 2u);
  EXPECT_EQ(Index({{"id", "1"}, {"id", "2"}}), 1u);
  EXPECT_EQ(Index({{"top", "1"}}), std::nullopt);
}

TEST(ArgumentTest, TablesAreOfSeveralRequests) {
  static constexpr Argument All[] = {
      {"a", 0, "x", ArgumentKind::Text, "", "", false, true, "", nullptr},
      {"b", 0, "x", ArgumentKind::Text, "", "", false, true, "", nullptr},
      {"b", 1, "y", ArgumentKind::Text, "", "", false, true, "", nullptr},
  };
  EXPECT_EQ(argumentsOf("a", All).size(), 1u);
  EXPECT_EQ(argumentsOf("b", All).begin(), All + 1);
  EXPECT_EQ(argumentsOf("b", All).size(), 2u);
  EXPECT_TRUE(argumentsOf("c", All).empty());
}

TEST(ArgumentTest, Errors) {
  const std::pair<std::string, std::string> Id = {"id", "1"};
  EXPECT_EQ(failure({}), "argument 'id': missing");
  EXPECT_EQ(failure({Id, {"hue", ""}}),
            "argument 'hue': unknown, expected of, large, "
            "count, top, id, filter, after, move, max, drop, rules, type");
  EXPECT_EQ(failure({Id, {"top", "1"}, {"top", "2"}}),
            "argument 'top': given twice");
  EXPECT_EQ(failure({Id, {"of", "blue"}}),
            "argument 'of': expected red or green, not 'blue'");
  EXPECT_EQ(failure({Id, {"large", "1"}}),
            "argument 'large': expected true or false, not '1'");
  for (const char *Text : {"", "0", "-1", "x", "4294967296"})
    EXPECT_EQ(failure({Id, {"count", Text}}),
              "argument 'count': expected a number of at least 1, not '" +
                  std::string(Text) + "'");
  for (const char *Text : {"", "-1", "1.5"})
    EXPECT_EQ(failure({Id, {"top", Text}}),
              "argument 'top': expected a number, not '" + std::string(Text) +
                  "'");
  EXPECT_EQ(failure({{"id", "none"}}),
            "argument 'id': expected an id, not 'none'");
  EXPECT_EQ(failure({Id, {"after", ""}}),
            "argument 'after': expected a path, not ''");
  EXPECT_EQ(failure({Id, {"rules", ""}}),
            "argument 'rules': expected a path, not ''");
  EXPECT_EQ(failure({Id, {"type", ""}}),
            "argument 'type': expected a value, not ''");
  EXPECT_EQ(failure({Id, {"drop", ""}}),
            "argument 'drop': expected a value, not ''");
  EXPECT_EQ(failure({Id, {"move", "x"}}),
            "argument 'move': expected a number such as 0x1000 or -16, not "
            "'x'");
  EXPECT_EQ(failure({Id, {"max", "many"}}),
            "argument 'max': expected a size such as 64k, not 'many'");
  EXPECT_NE(failure({Id, {"filter", "/[/"}}), "");
  EXPECT_NE(failure({Id, {"drop", "/[/"}}), "");
}

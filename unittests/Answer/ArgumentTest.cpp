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
};
} // namespace

#define SET(KIND, MEMBER)                                                      \
  [](void *R, const ArgumentValue &V) {                                        \
    return V.to##KIND(static_cast<Request *>(R)->MEMBER);                      \
  }
static constexpr Argument Known[] = {
    {"q", 0, "of", ArgumentKind::Choice, "red|green", false, "",
     SET(Choice, Of)},
    {"q", 1, "large", ArgumentKind::Switch, "", false, "",
     SET(Switch, IsLarge)},
    {"q", 2, "count", ArgumentKind::Number, "", false, "", SET(Number, Count)},
    {"q", 3, "top", ArgumentKind::Most, "", false, "", SET(Most, Top)},
    {"q", 4, "id", ArgumentKind::Object, "", true, "", SET(Object, Ids)},
    {"q", 5, "filter", ArgumentKind::Pattern, "", false, "",
     SET(Pattern, Filter)},
    {"q", 6, "after", ArgumentKind::File, "", false, "", SET(File, Path)},
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
                         {"after", "b.hprof"}},
                        &R));
  EXPECT_EQ(R.Of, Color::Green);
  EXPECT_TRUE(R.IsLarge);
  EXPECT_EQ(R.Count, 3u);
  EXPECT_EQ(R.Top, UINT64_MAX);
  EXPECT_EQ(R.Ids, std::vector<uint64_t>{16});
  EXPECT_TRUE(R.Filter->matches("app.Job"));
  EXPECT_EQ(R.Path, "b.hprof");
}

TEST(ArgumentTest, WhatIsNotGivenStays) {
  Request R;
  cantFail(setArguments(Known, {{"id", "1"}}, &R));
  EXPECT_EQ(R.Top, 7u);
  EXPECT_EQ(R.Of, Color::Red);
}

TEST(ArgumentTest, Errors) {
  const std::pair<std::string, std::string> Id = {"id", "1"};
  EXPECT_EQ(failure({}), "argument 'id': missing");
  EXPECT_EQ(failure({Id, {"hue", ""}}),
            "argument 'hue': unknown, expected of, large, "
            "count, top, id, filter, after");
  EXPECT_EQ(failure({Id, {"top", "1"}, {"top", "2"}}),
            "argument 'top': given twice");
  EXPECT_EQ(failure({Id, {"of", "blue"}}),
            "argument 'of': expected red or green, not 'blue'");
  EXPECT_EQ(failure({Id, {"large", "1"}}),
            "argument 'large': expected true or false, not '1'");
  for (const char *Text : {"", "0", "-1", "x", "4294967296"})
    EXPECT_EQ(failure({Id, {"count", Text}}),
              "argument 'count': expected a number, not '" + std::string(Text) +
                  "'");
  for (const char *Text : {"", "-1", "1.5"})
    EXPECT_EQ(failure({Id, {"top", Text}}),
              "argument 'top': expected a number, not '" + std::string(Text) +
                  "'");
  EXPECT_EQ(failure({{"id", "none"}}),
            "argument 'id': expected an id, not 'none'");
  EXPECT_EQ(failure({Id, {"after", ""}}),
            "argument 'after': expected a path, not ''");
  EXPECT_NE(failure({Id, {"filter", "/[/"}}), "");
}

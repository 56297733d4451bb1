//===- UsageTest.cpp - The text of the option help ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Agent/Options/OptionTable.h"
#include "Agent/Options/Options.h"
#include "gtest/gtest.h"

using namespace hprof::agent;
using namespace llvm;

TEST(UsageTest, LinesFitATerminal) {
  std::string Usage = usageText();
  SmallVector<StringRef> Lines;
  StringRef(Usage).split(Lines, '\n');
  EXPECT_TRUE(StringRef(Usage).ends_with("\n"));
  for (StringRef Line : Lines) {
    EXPECT_LE(Line.size(), 79u) << Line.str();
    EXPECT_EQ(Line.rtrim(), Line);
    EXPECT_EQ(Line.find_if([](char C) { return C < ' ' || C > '~'; }),
              StringRef::npos)
        << Line.str();
  }
}

/// Each option that is not hidden has lines with its values and default.
TEST(UsageTest, ListsTheOptions) {
  std::string Usage = usageText();
  for (const OptionRow &Row : optionTable()) {
    std::string Start = ("\n" + Row.Name + "=" + Row.Values).str();
    size_t At = Usage.find(Start);
    if (Row.Group == OptionGroup::Hidden) {
      EXPECT_EQ(At, std::string::npos) << Start;
      continue;
    }
    ASSERT_NE(At, std::string::npos) << Start;
    if (Row.Group == OptionGroup::Obsolete)
      continue;
    StringRef Line, Rest;
    std::tie(Line, Rest) = StringRef(Usage).drop_front(At + 1).split('\n');
    // Text that is too long for its column continues in the next line.
    if (Line.size() + 1 == Start.size())
      Line = Rest.split('\n').first;
    EXPECT_TRUE(Line.ends_with((" " + Row.Default).str())) << Line.str();
    EXPECT_TRUE(Line.contains((" " + Row.Help + " ").str())) << Line.str();
  }
}

/// The examples in the usage text are valid options.
TEST(UsageTest, ExamplesAreRight) {
  std::string Usage = usageText();
  StringRef Rest = StringRef(Usage).split("\nNotes\n").first;
  unsigned Examples = 0;
  while (!Rest.empty()) {
    StringRef Line;
    std::tie(Line, Rest) = Rest.split('\n');
    OptionEnvironment Env;
    StringRef Text;
    Line = Line.trim();
    if (Line.consume_front("java -agentlib:hprof=")) {
      Text = Line.split(' ').first;
    } else if (Line.consume_front("hprof-attach ")) {
      Text = Line.split(' ').second;
      Env.Attaching = true;
    } else {
      continue;
    }
    Expected<Options> O = parseOptions(Text, Env);
    EXPECT_TRUE(static_cast<bool>(O)) << toString(O.takeError());
    ++Examples;
  }
  EXPECT_EQ(Examples, 6u);
}

//===- ParseYamlTest.cpp - Policies and budgets in YAML -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Base/ParseYaml.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

static std::string fault(StringRef Text) {
  std::vector<std::string> Names;
  if (Error E = parseYaml(Text, "a list of names", Names))
    return toString(std::move(E));
  return "none";
}

static std::string repeated(StringRef Text, unsigned Times) {
  std::string All;
  while (Times--)
    All += Text;
  return All;
}

static constexpr char TooDeep[] =
    "lists and maps nested more than 16 levels deep";

TEST(ParseYaml, DepthIsLimitedInEachForm) {
  for (StringRef Form : {"[", "{a: ", "[\n", "- ", "? ", "- [", "- ? ",
                         "[ ']', ", "!t [", "&a ["})
    EXPECT_NE(fault(repeated(Form, 100000)).find(TooDeep), std::string::npos)
        << Form.str();
  std::string Blocks;
  for (unsigned I = 0; I != 1000; ++I)
    Blocks += std::string(I, ' ') + "a:\n";
  EXPECT_EQ(fault(Blocks), std::string("line 17: ") + TooDeep);
}

TEST(ParseYaml, WhatIsNotNestedIsRead) {
  EXPECT_EQ(fault("- a\n- b\n"), "none");
  EXPECT_EQ(fault("[" + repeated("a, ", 1000) + "]"), "none");
  EXPECT_EQ(fault("- '" + std::string(100000, '[') + "'\n"), "none");
  EXPECT_EQ(fault("- \"" + std::string(100000, '{') + "\"\n"), "none");
}

TEST(ParseYaml, OtherFaultsHaveALine) {
  EXPECT_EQ(fault(" \n"), "it is empty");
  EXPECT_EQ(fault(StringRef("- a\0b", 5)), "it is not text");
  EXPECT_EQ(fault("- a\n- [b\n").substr(0, 5), "line ");
  EXPECT_EQ(fault("a: b\n").substr(0, 7), "line 1:");
}

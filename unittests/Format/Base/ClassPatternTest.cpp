//===- ClassPatternTest.cpp - Tests of ClassPattern -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Base/ClassPattern.h"
#include "hprof/Format/Base/ClassName.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

TEST(ClassPattern, TakesBracketsAsTheyAre) {
  EXPECT_TRUE(cantFail(ClassPattern::create("int[]")).matches("int[]"));
  EXPECT_TRUE(cantFail(ClassPattern::create("a.*[]")).matches("a.b$C[]"));
  EXPECT_FALSE(cantFail(ClassPattern::create("a.?")).matches("a.bc"));
  EXPECT_FALSE(cantFail(ClassPattern::create("a[b]")).matches("ab"));
}

TEST(ClassPattern, TakesNamesInEverySpelling) {
  for (const char *Text : {"java.lang.String[]", "[Ljava/lang/String;"}) {
    ClassPattern P = cantFail(ClassPattern::create(Text));
    EXPECT_TRUE(P.isName());
    EXPECT_EQ(P.text(), "java.lang.String[]");
    EXPECT_TRUE(P.matches("java.lang.String[]"));
    EXPECT_FALSE(P.matches("java.lang.String"));
  }
}

TEST(ClassPattern, TakesNamesOfTables) {
  ClassPattern P = cantFail(ClassPattern::create("a.B$$Lambda"));
  EXPECT_TRUE(P.matches("a.B$$Lambda$14/0x80"));
  EXPECT_FALSE(P.matches("a.B$$Lambda$14/0x80[]"));
  EXPECT_FALSE(P.matches("a.B"));
  EXPECT_FALSE(P.matches("a.BC$$Lambda$14/0x80"));
  ClassPattern Array = cantFail(ClassPattern::create("$Proxy[][]"));
  EXPECT_TRUE(Array.matches("$Proxy7[][]"));
  EXPECT_FALSE(Array.matches("$Proxy7[]"));
  ClassPattern One = cantFail(ClassPattern::create("$Proxy7"));
  EXPECT_FALSE(One.matches("$Proxy71"));
}

TEST(ClassPattern, SlashesWithinNamesMayBeTyped) {
  const std::string Name = escapeSlashes("system / Context");
  EXPECT_EQ(unescapeSlashes(Name), "system / Context");
  for (const char *Text :
       {"system / Context", "system /*", "/^system ∕ C/", "/^system \\/ C/"})
    EXPECT_TRUE(cantFail(ClassPattern::create(Text)).matches(Name)) << Text;
  EXPECT_FALSE(cantFail(ClassPattern::create("system / Map")).matches(Name));
}

TEST(ClassPattern, TakesIds) {
  ClassPattern P = cantFail(ClassPattern::create("0x1F"));
  EXPECT_FALSE(P.isName());
  EXPECT_TRUE(P.matches("A", 31));
  EXPECT_FALSE(P.matches("0x1F", 30));
  EXPECT_FALSE(cantFail(ClassPattern::create("0x0")).matches("int[]"));
}

TEST(ClassPattern, TakesRegularExpressions) {
  ClassPattern P = cantFail(ClassPattern::create("/^a[.](B|C)/"));
  EXPECT_TRUE(P.matches("a.Cat"));
  EXPECT_FALSE(P.matches("x.a.Cat"));
  EXPECT_EQ(toString(ClassPattern::create("//").takeError()),
            "not a regular expression: empty (sub)expression");
  EXPECT_TRUE(cantFail(ClassPattern::create("/^a{3}(b{2}){4,5}$/"))
                  .matches("aaabbbbbbbb"));
  EXPECT_EQ(toString(ClassPattern::create("/(/").takeError()),
            "not a regular expression: parentheses not balanced");
  EXPECT_TRUE(cantFail(ClassPattern::create("/[$]1/")).matches("A$1"));
  EXPECT_TRUE(cantFail(ClassPattern::create("/\\$1\\\\1?$/")).matches("A$1\\"));
  for (const char *Text : {"/A\\d/", "/(a*)\\1/", "/\\\\\\w/"})
    EXPECT_THAT(toString(ClassPattern::create(Text).takeError()),
                testing::HasSubstr("is not supported"))
        << Text;
}

TEST(ClassSuggestion, NamesTheNearest) {
  auto Suggest = [](const char *Wanted, std::initializer_list<StringRef> All) {
    ClassSuggestion S(cantFail(ClassPattern::create(Wanted)));
    for (StringRef Name : All)
      S.offer(Name);
    return S.text();
  };
  EXPECT_EQ(Suggest("Entry", {"Entries", "java.util.Map$Entry", "Entrx"}),
            "; did you mean 'java.util.Map$Entry'?");
  EXPECT_EQ(Suggest("Strimg", {"Thread", "String"}),
            "; did you mean 'String'?");
  EXPECT_EQ(Suggest("Completely", {"Different"}), "");
  EXPECT_EQ(Suggest("Strin?", {"Strings"}), "");
}

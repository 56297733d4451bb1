//===- JavaCommandTest.cpp - Tests for Java command lines -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Attach/JavaCommand.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

namespace {

using Strings = std::vector<std::string>;

TEST(JavaCommand, SplitsAtNul) {
  EXPECT_EQ(splitAtNul(""), Strings());
  EXPECT_EQ(splitAtNul(StringRef("a\0\0b\0", 5)), (Strings{"a", "", "b"}));
  EXPECT_EQ(splitAtNul(StringRef("a\0b", 3)), (Strings{"a", "b"}));
}

TEST(JavaCommand, Main) {
  auto Main = [](const Strings &Arguments) {
    return parseJavaCommand(Arguments).Main;
  };
  EXPECT_EQ(Main({"java", "-cp", "x.jar", "a.b.Main", "arg"}), "a.b.Main");
  EXPECT_EQ(Main({"/jdk/bin/java", "-Xmx1g", "-jar", "/x/y.jar", "-z"}),
            "/x/y.jar");
  EXPECT_EQ(Main({"java", "-p", "mods", "-m", "m/a.B"}), "m/a.B");
  EXPECT_EQ(Main({"java", "--module=m/a.B", "c"}), "m/a.B");
  EXPECT_EQ(Main({"java", "--class-path=x", "@flags", "Main"}), "Main");
  EXPECT_EQ(Main({"java", "--add-opens", "a/b=c", "--add-modules=x", "Main"}),
            "Main");
  EXPECT_EQ(Main({"java", "-jar"}), "");
  EXPECT_EQ(Main({"java", "-cp"}), "");
  EXPECT_EQ(Main({"java"}), "");
  EXPECT_EQ(Main({"/jdk/bin/javac", "X.java"}), "");
  EXPECT_EQ(Main({}), "");
}

TEST(JavaCommand, OptionsEndAtMain) {
  EXPECT_EQ(parseJavaCommand(
                Strings{"java", "-Da=b", "-cp", "-Dc=d", "Main", "-De=f"})
                .Options,
            (Strings{"-Da=b", "-cp"}));
  EXPECT_EQ(parseJavaCommand(Strings{"javac", "-J-Xmx1g", "-Da=b"}).Options,
            (Strings{"-Xmx1g"}));
}

TEST(JavaCommand, LaterOptionsWin) {
  Strings Command = {"java", "-XX:-Flag", "Main"};
  auto Flag = [&](const Strings &Environment) {
    return findFlag(effectiveOptions(Command, Environment), "Flag");
  };
  EXPECT_EQ(Flag({}), false);
  EXPECT_EQ(Flag({"JAVA_TOOL_OPTIONS=-XX:+Flag"}), false);
  EXPECT_EQ(Flag({"JDK_JAVA_OPTIONS=-XX:+Flag"}), false);
  EXPECT_EQ(Flag({"X=y", "_JAVA_OPTIONS=-Xmx1g -XX:+Flag"}), true);
  EXPECT_EQ(Flag({"_JAVA_OPTIONS_=-XX:+Flag"}), false);
  EXPECT_EQ(findFlag(Strings{"-XX:+FlagOther", "-XX:Flag=1", "-XX:", "-XX:+"},
                     "Flag"),
            std::nullopt);
}

TEST(JavaCommand, QuotedWords) {
  EXPECT_EQ(effectiveOptions({}, Strings{"JAVA_TOOL_OPTIONS= -Da='b c'\t"
                                         "\"-Dd=e 'f'\" '' -g"}),
            (Strings{"-Da=b c", "-Dd=e 'f'", "", "-g"}));
}

TEST(JavaCommand, Properties) {
  Strings Options = {"-Djava.io.tmpdir=/a", "-Djava.io.tmpdir=/b=c",
                     "-Djava.io.tmpdirs=/d", "-Djava.io.tmpdir"};
  EXPECT_EQ(findProperty(Options, "java.io.tmpdir"), "/b=c");
  EXPECT_EQ(findProperty(Options, "java.io"), "");
}

} // namespace

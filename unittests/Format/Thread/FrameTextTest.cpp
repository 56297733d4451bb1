//===- FrameTextTest.cpp - Tests of frames as Java prints them ------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Thread/FrameText.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

/// In the form "loader|module|class|method|file|line"; "!" marks a native
/// method.
static std::string parsed(StringRef Text) {
  ThreadFrame F;
  if (!parseFrame(Text, F))
    return "none";
  return F.Loader + "|" + F.Module + "|" + F.ClassName + "|" + F.Method + "|" +
         F.SourceFile + "|" + std::to_string(F.Line) + (F.IsNative ? "!" : "");
}

TEST(FrameText, Frames) {
  EXPECT_EQ(parsed("a.B.c(B.java:12)"), "||a.B|c|B.java|12");
  EXPECT_EQ(parsed("a.B.<init>(B.java)"), "||a.B|<init>|B.java|0");
  EXPECT_EQ(parsed("a.B.c(Unknown Source)"), "||a.B|c||0");
  EXPECT_EQ(parsed("java.base/java.lang.Thread.run(Thread.java:9)"),
            "|java.base|java.lang.Thread|run|Thread.java|9");
  EXPECT_EQ(parsed("app//a.B.c(Native Method)"), "app||a.B|c||0!");
  EXPECT_EQ(parsed("web/m@1.2/a.B.c(B.kt:3)"), "web|m@1.2|a.B|c|B.kt|3");
  EXPECT_EQ(parsed("a.B$$Lambda/0x0000000800c03000.run(Unknown Source)"),
            "||a.B$$Lambda/0x0000000800c03000|run||0");
  EXPECT_EQ(parsed("app//a.B$$Lambda/0x1f.run(Unknown Source)"),
            "app||a.B$$Lambda/0x1f|run||0");
  // Names as jstack prints them.
  EXPECT_EQ(parsed("java.lang.Thread.sleep(java.base@17.0.21/Native Method)"),
            "|java.base@17.0.21|java.lang.Thread|sleep||0!");
  EXPECT_EQ(parsed("a.B.c(java.base@25/B.java:7)"),
            "|java.base@25|a.B|c|B.java|7");
}

/// A path is not mistaken for a module, nor a hidden class of the VM for a
/// class in a module.
TEST(FrameText, PathsAndOtherLanguages) {
  EXPECT_EQ(parsed("src.data.run(src/data.rb:12)"),
            "||src.data|run|src/data.rb|12");
  EXPECT_EQ(parsed("src.data.run(src/data.rb)"),
            "||src.data|run|src/data.rb|0");
  EXPECT_EQ(parsed("a.B.c(/srv/my app/(1)/d.rb:3)"),
            "||a.B|c|/srv/my app/(1)/d.rb|3");
  EXPECT_EQ(parsed("a.B.c(C:\\x\\d.rb)"), "||a.B|c|C:\\x\\d.rb|0");
  EXPECT_EQ(parsed("a.B.c(lib/my.app/d.java:3)"),
            "||a.B|c|lib/my.app/d.java|3");
  EXPECT_EQ(parsed("a.B.c(m.n/B.java:3)"), "|m.n|a.B|c|B.java|3");
  EXPECT_EQ(parsed("a.B.c(m.n@1-a/b.clj:3)"), "|m.n@1-a|a.B|c|b.clj|3");
  EXPECT_EQ(parsed("a.B.c(m/<generated>)"), "|m|a.B|c|<generated>|0");
  EXPECT_EQ(parsed("m@1/a.B.c(src/d.java:3)"), "|m@1|a.B|c|src/d.java|3");
  EXPECT_EQ(parsed("shop.Till.adds (two) numbers(Till.kt:3)"),
            "||shop.Till|adds (two) numbers|Till.kt|3");
  EXPECT_EQ(parsed("a.B$$Lambda$1/791452441.run(Unknown Source)"),
            "||a.B$$Lambda$1/791452441|run||0");
  EXPECT_EQ(parsed("a.B.<clinit>(NO_SOURCE_FILE:1)"),
            "||a.B|<clinit>|NO_SOURCE_FILE|1");
  EXPECT_EQ(parsed("größe.Tür.öffne(Tür.java:07)"),
            "||größe.Tür|öffne|Tür.java:07|0");
}

/// Frames of JVM languages in each style, as far as the style can express them.
TEST(FrameText, RoundTrips) {
  const char *const Classes[] = {"A",
                                 "a.B$C",
                                 "clojure.core$map$fn__5851",
                                 "a.package$",
                                 "a.B$$Lambda/0x00000001f",
                                 "a.B$$Lambda$14/791452441",
                                 "größe.Tür",
                                 "shop.My Test",
                                 "a.B$1Local"};
  const char *const Methods[] = {"run",
                                 "<init>",
                                 "<clinit>",
                                 "invoke_Q_",
                                 "$anonfun$main$1",
                                 "adds (two) numbers",
                                 "RUBY$method$empty?$0",
                                 "öffne"};
  const char *const Files[] = {"",
                               "B.java",
                               "src/data.rb",
                               "/srv/app/data.rb",
                               "my file.kt",
                               "C:\\x\\d.rb",
                               "core.clj",
                               "NO_SOURCE_FILE",
                               "<generated>",
                               "data (1).rb"};
  const char *const Modules[] = {"", "java.base@25", "shop.till"};
  const char *const Loaders[] = {"", "app", "http://host/x"};
  unsigned Count = 0;
  for (FrameStyle Style :
       {FrameStyle::Java, FrameStyle::Jstack, FrameStyle::Short})
    for (StringRef Class : Classes)
      for (StringRef Method : Methods)
        for (StringRef File : Files)
          for (StringRef Module : Modules)
            for (StringRef Loader : Loaders)
              for (int32_t Line : {0, 7, 65535}) {
                ThreadFrame F, Read;
                F.ClassName = Class.str();
                F.Method = Method.str();
                F.SourceFile = File.str();
                F.Module = Style == FrameStyle::Short ? "" : Module.str();
                F.Loader = Style == FrameStyle::Java ? Loader.str() : "";
                F.Line = File.empty() ? 0 : Line;
                F.IsNative = File.empty() && Line;
                // A file name that no compiler emits, in a module without a
                // version.
                if (Style == FrameStyle::Jstack && F.Module == "shop.till" &&
                    !(File.empty() || File == "B.java" ||
                      File == "my file.kt" || File == "NO_SOURCE_FILE" ||
                      File == "<generated>"))
                  continue;
                ++Count;
                const std::string Text = frameText(F, Style);
                ASSERT_TRUE(parseFrame(Text, Read, Style)) << Text;
                ASSERT_TRUE(Read == F) << Text;
              }
  EXPECT_GT(Count, 10000u);
}

TEST(FrameText, OtherTexts) {
  for (const char *Text : {"", "a.B.c", "c(B.java:1)", ".c(B.java)",
                           "a.(B.java)", "a.B.c(B.java:1", "()"})
    EXPECT_EQ(parsed(Text), "none") << Text;
  EXPECT_EQ(parsed("a.B.c(B.java:-1)"), "||a.B|c|B.java:-1|0");
  EXPECT_EQ(parsed("a.B.c()"), "||a.B|c||0");
}

TEST(FrameText, Identities) {
  ThreadDump::LockObject O;
  EXPECT_TRUE(parseIdentity("a.b@c$D@1f", O));
  EXPECT_EQ(O.ClassName, "a.b@c$D");
  EXPECT_EQ(O.IdentityHash, 0x1fu);
  for (const char *Text : {"", "a", "@1", "a@", "a@10000000000000000", "a@xyz"})
    EXPECT_FALSE(parseIdentity(Text, O)) << Text;
  EXPECT_EQ(identityText(O), "a.b@c$D@1f");
}

/// In a dump that has no hashes, a number longer than a hash is an address.
TEST(FrameText, Addresses) {
  ThreadDump::LockObject O;
  EXPECT_TRUE(parseIdentity("a.B@123456789", O));
  EXPECT_EQ(O.Address, 0x123456789u);
  EXPECT_FALSE(O.IdentityHash);
  EXPECT_EQ(identityText(O), "a.B@123456789");
}

TEST(FrameText, Printed) {
  for (const char *Text :
       {"a.B.c(B.java:12)", "a.B.<init>(B.java)", "a.B.c(Unknown Source)",
        "java.base/java.lang.Thread.run(Thread.java:9)",
        "app//a.B.c(Native Method)", "web/m@1.2/a.B.c(B.kt:3)",
        "app//a.B$$Lambda/0x1f.run(Unknown Source)", "a.B.c(B.java:-1)"}) {
    ThreadFrame F;
    EXPECT_TRUE(parseFrame(Text, F));
    EXPECT_EQ(frameText(F, FrameStyle::Java), Text);
  }
  ThreadFrame F;
  EXPECT_TRUE(parseFrame("app/m@1/a.B.c(B.java:7)", F));
  EXPECT_EQ(frameText(F, FrameStyle::Jstack), "a.B.c(m@1/B.java:7)");
  EXPECT_EQ(frameText(F, FrameStyle::Short), "a.B.c(B.java:7)");
  // Text that does not have the form of a frame is kept as the method.
  ThreadFrame Other;
  Other.Method = "what?";
  EXPECT_EQ(frameText(Other, FrameStyle::Java), "what?");
  EXPECT_EQ(frameText(ThreadFrame(), FrameStyle::Short), "(unknown frame)");
}

TEST(FrameText, Instants) {
  EXPECT_EQ(parseInstant("1970-01-01T00:00:01Z"), 1000u);
  EXPECT_EQ(parseInstant("1970-01-01T00:00:01.5Z"), 1500u);
  EXPECT_EQ(parseInstant("1970-01-02 00:00:00.123456789"), 86400123u);
  for (const char *Text : {"", "1970-01-01", "1970-01-01T00:00:01.Z",
                           "1970-01-01T00:00:01+02:00", "1970-13-01T00:00:00Z"})
    EXPECT_EQ(parseInstant(Text), std::nullopt) << Text;
}

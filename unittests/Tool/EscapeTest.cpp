//===- EscapeTest.cpp - Tests of the escaping of strings ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Tool/Escape.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace hprof;
using llvm::StringRef;

TEST(Escape, PlainText) {
  EXPECT_TRUE(isPlainText(""));
  EXPECT_TRUE(isPlainText("com.acme.Job$1 [x] {y} ~"));
  for (StringRef Text :
       {"a,b", "a\"", "it's", "a\\b", "a\tb", "\x7f", "\xc3\xa4", "\x1f"}) {
    EXPECT_FALSE(isPlainText(Text)) << Text.str();
    EXPECT_FALSE(isPlainText("twelve chars" + Text.str())) << Text.str();
  }
}

TEST(EscapeTest, PlainTextStays) {
  EXPECT_EQ(escape("java.lang.String"), "java.lang.String");
  EXPECT_EQ(escape("gr\xc3\xbc\xc3\x9f \xe2\x82\xac"),
            "gr\xc3\xbc\xc3\x9f \xe2\x82\xac");
  EXPECT_EQ(escape(""), "");
}

TEST(EscapeTest, ControlCharacters) {
  EXPECT_EQ(escape(StringRef("a\nb\r\t\x1b[31m\0\x7f\\", 13)),
            "a\\nb\\r\\t\\x1b[31m\\x00\\x7f\\\\");
  EXPECT_EQ(escape("\xc2\x9b"), "\\u009b"); // CSI as a C1 control.
  // U+202E, right-to-left override, spelled in bytes so that it confuses no
  // tool.
  const char Override[] = {'\xe2', '\x80', '\xae', 0};
  EXPECT_EQ(escape(Override), "\\u202e");
}

TEST(EscapeTest, HiddenCharacters) {
  EXPECT_EQ(escape("pay\u200bpal\u00ad"), "pay\\u200bpal\\u00ad");
  // As UTF-8, and as surrogates in modified UTF-8.
  EXPECT_EQ(escape("\U000e0041"), "\\udb40\\udc41");
  EXPECT_EQ(escape("\xed\xad\x80\xed\xb1\x81"), "\\udb40\\udc41");
}

TEST(EscapeTest, XmlHasOnlyItsCharacters) {
  EXPECT_EQ(xmlText("a<b>&\"'\n"), "a&lt;b&gt;&amp;&quot;&apos;\\n");
  std::string All = "\xff\xc3";
  for (uint32_t C = 0; C <= 0x10ffff; ++C)
    appendUtf8(All, C);
  const std::string Xml = xmlText(All);
  for (StringRef Rest = Xml; !Rest.empty();) {
    const CodePoint C = firstCodePoint(Rest);
    Rest = Rest.drop_front(C.Size);
    // The characters of XML 1.0, except white space.
    ASSERT_TRUE(C.IsValid && ((C.Code >= 0x20 && C.Code < 0xd800) ||
                              (C.Code >= 0xe000 && C.Code < 0xfffe) ||
                              (C.Code >= 0x10000 && C.Code <= 0x10ffff)))
        << C.Code;
  }
}

TEST(EscapeTest, PrintsTheSame) {
  for (StringRef Text : {"plain", "a\\b", "\x01", "\xc3\xbc", ""})
    for (EscapeMode Mode : {EscapeMode::Escape, EscapeMode::Raw}) {
      std::string Printed;
      llvm::raw_string_ostream OS(Printed);
      printEscaped(OS, Text, Mode);
      EXPECT_EQ(Printed, escape(Text, Mode));
    }
}

TEST(EscapeTest, ModifiedUtf8) {
  EXPECT_EQ(escape("a\xc0\x80z"), "a\\u0000z");
  // U+1F600 as two surrogates of three bytes each, and as one character of four
  // bytes.
  EXPECT_EQ(escape("\xed\xa0\xbd\xed\xb8\x80"), "\xf0\x9f\x98\x80");
  EXPECT_EQ(escape("\xf0\x9f\x98\x80"), "\xf0\x9f\x98\x80");
  EXPECT_EQ(escape("\xed\xa0\xbd!"), "\\ud83d!");
  EXPECT_EQ(escape("\xed\xb8\x80"), "\\ude00");
}

TEST(EscapeTest, WhatIsNotUtf8) {
  EXPECT_EQ(escape("\xff\xfe"), "\\xff\\xfe");
  EXPECT_EQ(escape("\xc3"), "\\xc3");          // Truncated.
  EXPECT_EQ(escape("\xe2\x82"), "\\xe2\\x82"); // Truncated.
  EXPECT_EQ(escape("\xc1\x81"), "\\xc1\\x81"); // Overlong.
  EXPECT_EQ(escape("\xf5\x80\x80\x80"), "\\xf5\\x80\\x80\\x80");
  EXPECT_EQ(escape("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");
}

TEST(EscapeTest, Modes) {
  EXPECT_EQ(escape("a\x1b\\", EscapeMode::Raw), "a\x1b\\");
  EXPECT_EQ(escapeQuoted("say \"hi\""), "say \\\"hi\\\"");
  EXPECT_EQ(escapeControl("C:\\x\x07"), "C:\\x\\x07");
}

TEST(EscapeTest, WordsOfAShell) {
  EXPECT_EQ(shellWord("--class=app.Item"), "--class=app.Item");
  EXPECT_EQ(shellWord("--class=A$B"), "'--class=A$B'");
  EXPECT_EQ(shellWord("my heap.hprof"), "'my heap.hprof'");
  EXPECT_EQ(shellWord("it's"), "'it'\\''s'");
  EXPECT_EQ(shellWord("a\\b"), "'a\\b'");
  EXPECT_EQ(shellWord("caf\xc3\xa9"), "'caf\xc3\xa9'");
  EXPECT_EQ(shellWord(""), "''");
  EXPECT_EQ(shellWord("a\n1\x1b'\xff"), "$'a\\0121\\033\\047\\377'");
}

TEST(EscapeTest, Utf8ForMachines) {
  EXPECT_EQ(toUtf8("a\nb"), "a\nb");
  EXPECT_EQ(toUtf8("\xc0\x80"), std::string("\0", 1));
  EXPECT_EQ(toUtf8("\xed\xa0\xbd\xed\xb8\x80"), "\xf0\x9f\x98\x80");
  EXPECT_EQ(toUtf8("\xed\xa0\xbdx"), "\xef\xbf\xbdx");
  EXPECT_EQ(toUtf8("\xff\xffz"), "\xef\xbf\xbd\xef\xbf\xbdz");
}

TEST(EscapeTest, OtherEncodings) {
  EXPECT_EQ(escape(utf16ToModifiedUtf8({0x41, 0, 0xd83d, 0xde00, 0xd800})),
            "A\\u0000\xf0\x9f\x98\x80\\ud800");
  EXPECT_EQ(latin1ToModifiedUtf8({0x41, 0xe9}), "A\xc3\xa9");
}

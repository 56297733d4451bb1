//===- TableTest.cpp - Tests of tables and CSV ----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tool/Table.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace hprof;

TEST(TextTableTest, Aligns) {
  TextTable T({{"Class"}, {"Count", TextTable::Align::Right}, {""}});
  T.row({"byte[]", 12345});
  T.row({"gr\xc3\xbc", 7U, "x"});
  T.row({});
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  T.print(OS, 2);
  EXPECT_EQ(Text, "  Class   Count\n"
                  "  byte[]  12345\n"
                  "  gr\xc3\xbc         7  x\n"
                  "\n");
}

TEST(TextTableTest, NoTitlesNoHeader) {
  TextTable T({{""}, {""}});
  T.row({"id size:", "8"});
  T.row({"objects:", UINT64_MAX});
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  T.print(OS);
  EXPECT_EQ(Text, "id size:  8\nobjects:  18446744073709551615\n");
}

namespace {
/// Restores the style after a test.
struct StyleForTest {
  explicit StyleForTest(const TextStyle &Style) {
    TextStyle::setCurrent(Style);
  }
  ~StyleForTest() { TextStyle::setCurrent({}); }
};
} // namespace

TEST(TextStyleTest, DigitsAreGroupedOnATerminal) {
  EXPECT_EQ(numberText(1234567), "1234567");
  TextStyle Grouped;
  Grouped.IsGrouped = true;
  StyleForTest Set(Grouped);
  EXPECT_EQ(numberText(999), "999");
  EXPECT_EQ(numberText(1000), "1,000");
  EXPECT_EQ(numberText(UINT64_MAX), "18,446,744,073,709,551,615");
  EXPECT_EQ(bytesText(1), "1 byte");
  EXPECT_EQ(bytesText(123456), "123,456 bytes");
  EXPECT_EQ(signedText(-1234, /*IsBytes=*/false), "-1,234");
}

TEST(TextStyleTest, LongLinesAreWrappedOnATerminal) {
  auto Wrapped = [](llvm::StringRef Line) {
    std::string Text;
    llvm::raw_string_ostream OS(Text);
    printWrapped(OS, Line);
    return Text;
  };
  const llvm::StringRef Long = "one two three four five";
  EXPECT_EQ(Wrapped(Long), "one two three four five\n");
  TextStyle Narrow;
  Narrow.Columns = 14;
  StyleForTest Set(Narrow);
  EXPECT_EQ(Wrapped("fits in  there"), "fits in  there\n");
  EXPECT_EQ(Wrapped(Long), "one two three\nfour five\n");
  EXPECT_EQ(Wrapped("  a " + Long.str()),
            "  a one two\n  three four\n  five\n");
  EXPECT_EQ(Wrapped("12. " + Long.str()),
            "12. one two\n    three four\n    five\n");
  EXPECT_EQ(Wrapped("12 ." + Long.str()), "12 .one two\nthree four\nfive\n");
  EXPECT_EQ(Wrapped("longer.than.the.terminal is"),
            "longer.than.the.terminal\nis\n");
  EXPECT_EQ(Wrapped("               "), "               \n");
}

TEST(TextTableTest, FitsNarrowTerminals) {
  TextStyle Narrow;
  Narrow.Columns = 40;
  StyleForTest Set(Narrow);
  TextTable T({{"shallow", TextTable::Align::Right}, {"class"}, {"x"}});
  T.row({1234, "com.example.application.internal.LongName$Entry", "short"});
  T.row({1,
         "gr\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc"
         "\xc3\xbc"
         "\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc\xc3"
         "\xbc"
         "\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc",
         ""});
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  T.print(OS);
  EXPECT_EQ(Text, "shallow  class                     x\n"
                  "   1234  com.exa...LongName$Entry  short\n"
                  "      1  gr\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc..."
                  "\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc"
                  "\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc\n");
  // Additional rows may make columns wider, but do not print a second header.
  Narrow.IsWide = true;
  TextStyle::setCurrent(Narrow);
  Text.clear();
  T.row({123456789, "com.example.application.internal.LongName$Entry", "x"});
  T.print(OS);
  EXPECT_EQ(Text,
            "123456789  com.example.application.internal.LongName$Entry  x\n");
}

TEST(TextTableTest, KeepsNamesIfNumbersDoNotFit) {
  TextStyle Narrow;
  Narrow.Columns = 30;
  StyleForTest Set(Narrow);
  TextTable T({{"instances:change", TextTable::Align::Right},
               {"class"},
               {"shallow", TextTable::Align::Right}});
  T.row({1, "com.example.application.internal.LongName$Entry", 2});
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  T.print(OS);
  EXPECT_EQ(Text,
            "instances:change  class                                     "
            "shallow\n"
            "               1  com.example.a....internal.LongName$Entry        "
            "2\n");
}

TEST(TextTableTest, WrapsTheLastColumn) {
  TextStyle Narrow;
  Narrow.Columns = 30;
  StyleForTest Set(Narrow);
  TextTable T({{"n", TextTable::Align::Right}, {"check"}, {"description"}});
  T.row({1, "a", "collections that are much longer than their contents"});
  T.row({12, "b", "an-unusually-long-word-without-spaces and more"});
  T.row({3, "c", " indented description of a check"});
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  T.print(OS, /*Indent=*/2);
  EXPECT_EQ(Text, "   n  check  description\n"
                  "   1  a      collections that\n"
                  "             are much longer\n"
                  "             than their\n"
                  "             contents\n"
                  "  12  b      an-un...ut-spaces\n"
                  "             and more\n"
                  "   3  c       indented\n"
                  "              description of a\n"
                  "              check\n");
}

TEST(TextTableTest, PrintsBytesForPeople) {
  TextStyle Human;
  Human.IsHuman = true;
  StyleForTest Set(Human);
  TextTable T(
      {{"count", TextTable::Align::Right}, {"bytes", TextTable::Align::Bytes}});
  T.row({1 << 20, 1 << 20});
  T.row({1, 1023});
  T.row({1, (1 << 20) - 1});
  T.row({1, UINT64_MAX});
  T.row({1, "none"});
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  T.print(OS);
  EXPECT_EQ(Text, "  count           bytes\n"
                  "1048576         1.0 MiB\n"
                  "      1          1023 B\n"
                  "      1         1.0 MiB\n"
                  "      1  16777216.0 TiB\n"
                  "      1            none\n");
  EXPECT_EQ(bytesText(1536), "1.5 KiB");
  TextStyle::setCurrent({});
  EXPECT_EQ(bytesText(1536), "1536 bytes");
  EXPECT_EQ(bytesText(1), "1 byte");
}

TEST(CsvWriterTest, Quotes) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  CsvWriter W(OS, {"class", "instances"}, EscapeMode::Raw);
  W.row({"a,b", 1});
  W.row({"say \"x\"", -2});
  W.row({"two\nlines", ""});
  W.row({"\xff", 0});
  EXPECT_EQ(Text, "class,instances\n"
                  "\"a,b\",1\n"
                  "\"say \"\"x\"\"\",-2\n"
                  "\"two\nlines\",\n"
                  "\xef\xbf\xbd,0\n");
}

TEST(CsvWriterTest, EscapesControlCharacters) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  CsvWriter W(OS, {"class", "a\033[1m"}, EscapeMode::Escape);
  W.row({"two\nlines,\t", "\a\x7f\xc2\x9b"});
  W.row({std::string("C:\\x\0", 5), "\xff\xc3\xa9\""});
  W.row({"\033\n", ""});
  EXPECT_EQ(Text, "class,a\\x1b[1m\n"
                  "\"two\nlines,\t\",\\x07\\x7f\\u009b\n"
                  "C:\\x\\x00,\"\\xff\xc3\xa9\"\"\"\n"
                  "\"\\x1b\n\",\n");
}

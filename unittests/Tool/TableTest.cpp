//===- TableTest.cpp - Tests of tables and CSV ----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Tool/Table.h"
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
  EXPECT_EQ(Text, "class,a\\x1b[1m\n"
                  "\"two\\nlines,\\t\",\\x07\\x7f\\u009b\n"
                  "C:\\\\x\\x00,\"\\xff\xc3\xa9\"\"\"\n");
}

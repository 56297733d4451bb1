//===- JsonTest.cpp - Tests of common JSON output -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Tool/Json.h"
#include "hprof/Format/Base/ModifiedUtf8.h"
#include "hprof/Tool/Escape.h"
#include "hprof/Tool/Reporter.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

/// A report with the attribute "text".
static std::string report(StringRef Text) {
  std::string Out;
  raw_string_ostream OS(Out);
  std::string Messages;
  raw_string_ostream MessageStream(Messages);
  Reporter R("tool", MessageStream);
  JsonReport J(OS, "tool");
  J.endFiles();
  J->attribute("text", Text);
  J.finish(R);
  return Out;
}

TEST(JsonReportTest, EscapesAllControlCharacters) {
  std::string Out =
      report("a\x1b\x7f\xc2\x80\xc2\x9f\xc2\xa0\xe2\x80\xae\xef\xbb\xbf\xd8\x9c"
             "\xe2\x82\xac\xc3\xa9\xef\xbd\x8a\xd8\x9d");
  EXPECT_NE(
      Out.find("\"text\": \"a\\u001b\\u007f\\u0080\\u009f\xc2\xa0\\u202e\\ufeff"
               "\\u061c\xe2\x82\xac\xc3\xa9\xef\xbd\x8a\xd8\x9d\""),
      std::string::npos)
      << Out;
}

// The result is the same if a character is split between two pieces of the
// output.
TEST(JsonReportTest, SaysTheSameWhateverTheLength) {
  std::string Text;
  for (uint32_t C = 0x20; C < 0xd800; C += 7)
    appendUtf8(Text, C);
  for (unsigned Shift = 0; Shift != 4; ++Shift) {
    Text.insert(0, "x");
    std::string Out = report(Text);
    for (char C : {'\x7f', '\x1b'})
      EXPECT_EQ(Out.find(C), std::string::npos);
    EXPECT_EQ(Out.find("\xc2\x9b"), std::string::npos);
    Expected<json::Value> Read = json::parse(Out);
    ASSERT_TRUE(bool(Read)) << toString(Read.takeError());
    EXPECT_EQ(Read->getAsObject()->getString("text"), StringRef(Text));
  }
}

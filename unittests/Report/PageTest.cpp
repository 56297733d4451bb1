//===- PageTest.cpp - Tests of JSON in a page -----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Report/Page.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

namespace {
/// \p Json as embedded in a page, written in pieces of \p Size bytes.
std::string escaped(StringRef Json, size_t Size) {
  std::string Text;
  raw_string_ostream OS(Text);
  std::unique_ptr<raw_ostream> Page = pageJson(OS);
  Page->SetUnbuffered();
  for (; !Json.empty(); Json = Json.drop_front(std::min(Size, Json.size())))
    *Page << Json.take_front(Size);
  Page.reset();
  return Text;
}

TEST(PageJson, NothingEndsAScript) {
  for (size_t Size : {1, 2, 3, 5, 1000}) {
    EXPECT_EQ(escaped("\"</script><!-- & -->\"", Size),
              "\"\\u003c/script\\u003e\\u003c!-- \\u0026 --\\u003e\"")
        << Size;
    EXPECT_EQ(escaped("\"a\u2028b\u2029\u2028\"", Size),
              "\"a\\u2028b\\u2029\\u2028\"")
        << Size;
  }
}

TEST(PageJson, OtherCharactersStay) {
  // These characters begin with the same bytes as line ends.
  const StringRef Text = "\"\u2020\u20ac\u2190\u2027\u202a \U0001f600\"";
  for (size_t Size : {1, 2, 1000})
    EXPECT_EQ(escaped(Text, Size), Text) << Size;
  // This is not JSON, but nothing may be lost.
  EXPECT_EQ(escaped("\xe2", 1), "\xe2");
  EXPECT_EQ(escaped("\xe2\x80", 1), "\xe2\x80");
  EXPECT_EQ(escaped("\xe2\xe2\x80\xa8", 1), "\xe2\\u2028");
  EXPECT_EQ(escaped("\xe2\x80\xe2\x80\xa9", 1), "\xe2\x80\\u2029");
}

TEST(WritePage, TheDocumentIsInPlaceOfTheMark) {
  std::string Text;
  raw_string_ostream OS(Text);
  EXPECT_TRUE(writePage(OS, "<p>@DATA@</p>", "[\"<@DATA@\"]"));
  EXPECT_EQ(Text, "<p>[\"\\u003c@DATA@\"]</p>");
  Text.clear();
  EXPECT_FALSE(writePage(OS, "<p></p>", "[]"));
  EXPECT_EQ(Text, "");
}
} // namespace

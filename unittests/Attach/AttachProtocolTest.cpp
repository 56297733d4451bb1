//===- AttachProtocolTest.cpp - Tests for requests and replies ------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Attach/AttachProtocol.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

namespace {

std::string encoded(unsigned Version, StringRef Command,
                    ArrayRef<StringRef> Arguments) {
  Expected<std::string> Bytes =
      encodeAttachRequest(Version, Command, Arguments);
  if (!Bytes)
    return "error: " + toString(Bytes.takeError());
  // Makes NUL bytes visible.
  for (char &C : *Bytes)
    C = C ? C : '|';
  return *Bytes;
}

TEST(AttachProtocol, Version1HasThreeArguments) {
  EXPECT_EQ(encoded(1, "load", {"/x.so", "true", "a=b"}),
            "1|load|/x.so|true|a=b|");
  EXPECT_EQ(encoded(1, "load", {"/x.so", "true", ""}), "1|load|/x.so|true||");
  EXPECT_EQ(encoded(1, "getversion", {}), "1|getversion||||");
}

TEST(AttachProtocol, Version2HasTheSize) {
  EXPECT_EQ(encoded(2, "load", {"/x.so", "true", "a=b"}),
            "2|20|load|/x.so|true|a=b|");
  EXPECT_EQ(encoded(2, "getversion", {}), "2|11|getversion|");
}

TEST(AttachProtocol, Limits) {
  std::string Longest(1024, 'x');
  EXPECT_EQ(encoded(1, "load", {"a", "true", Longest}),
            "1|load|a|true|" + Longest + "|");
  EXPECT_EQ(encoded(1, "load", {"a", "true", Longest + "x"}),
            "error: the argument 'xxxxxxxxxxxxxxxxxxxx...' has 1025 bytes; the "
            "VM accepts at most 1024 (version 1 of the attach protocol)");
  EXPECT_EQ(
      StringRef(encoded(2, "load", {"a", "true", Longest + "x"})).take_front(7),
      "2|1038|");
  std::string Most(262144 - 12, 'x');
  EXPECT_EQ(StringRef(encoded(2, "load", {"", "true", Most})).take_front(9),
            "2|262144|");
  EXPECT_EQ(encoded(2, "load", {"a", "true", Most}),
            "error: the request has 262145 bytes; the VM accepts at most "
            "262144 (version 2 of the attach protocol)");
  EXPECT_EQ(encoded(2, "load", {StringRef("a\0b", 3)}),
            "error: an argument contains a NUL");
}

TEST(AttachProtocol, Replies) {
  auto Reply = parseAttachReply("0\nreturn code: 0\n");
  ASSERT_TRUE(bool(Reply));
  EXPECT_EQ(Reply->Status, 0);
  EXPECT_EQ(Reply->Text, "return code: 0");
  Reply = parseAttachReply("-1");
  ASSERT_TRUE(bool(Reply));
  EXPECT_EQ(Reply->Status, -1);
  EXPECT_EQ(Reply->Text, "");
  EXPECT_EQ(toString(parseAttachReply("").takeError()),
            "the VM closed the connection without a reply");
  EXPECT_EQ(toString(parseAttachReply("HTTP/1.1 400\n").takeError()),
            "the reply begins with 'HTTP/1.1 400', expected a status number");
  EXPECT_EQ(toString(parseAttachReply("99999999999\n").takeError()),
            "the reply begins with '99999999999', expected a status number");
}

TEST(AttachProtocol, Versions) {
  EXPECT_EQ(versionOf({0, "2"}), 2u);
  EXPECT_EQ(versionOf({0, "2 streaming"}), 2u);
  EXPECT_EQ(versionOf({0, "3"}), 2u);
  EXPECT_EQ(versionOf({0, "1"}), 1u);
  EXPECT_EQ(versionOf({0, ""}), 1u);
  EXPECT_EQ(versionOf({-1, "Operation getversion not recognized!"}), 1u);
  EXPECT_EQ(versionOf({101, "2"}), 1u);
}

TEST(AttachProtocol, ReturnCodes) {
  auto Code = [](int32_t Status, std::string Text) -> std::string {
    Expected<int32_t> C = returnCodeOf({Status, std::move(Text)});
    return C ? std::to_string(*C) : toString(C.takeError());
  };
  EXPECT_EQ(Code(0, "return code: 0"), "0");
  EXPECT_EQ(Code(0, "return code: -7"), "-7");
  EXPECT_EQ(Code(0, "100"), "100");
  EXPECT_EQ(Code(0, "/x.so was not loaded.\n/x.so: no such file\n"),
            "the VM replied: /x.so was not loaded.; /x.so: no such file");
  EXPECT_EQ(Code(-1, "return code: 0"), "the VM replied: return code: 0");
  EXPECT_EQ(Code(-1, ""), "the VM replied with status -1 and no message");
}

} // namespace

//===- SecretRuleFileTest.cpp - Tests of files with rules -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Secrets/SecretRules.h"
#include "llvm/Support/Error.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

static constexpr StringLiteral Rules = R"([extend]
disabledRules = ["aws-access-token"]
[[rules]]
id = "shop-token"
description = "of the shop"
regex = '''shop_([0-9a-f]{8,})'''
secretGroup = 1
entropy = 2.5
keywords = ["shop_"]
[[rules.allowlists]]
regexTarget = "match"
regexes = ["0{8}"]
)";

static std::string errorOf(StringRef Text) {
  SecretRuleFiles Files;
  return toString(Files.add(Text));
}

TEST(SecretRuleFile, Rules) {
  SecretRuleFiles Files;
  ASSERT_EQ(toString(Files.add(Rules)), "");
  ASSERT_EQ(Files.Rules.size(), 1u);
  EXPECT_EQ(Files.Rules[0].Id, "shop-token");
  EXPECT_EQ(Files.Disabled.size(), 1u);
}

/// The parser has assertions about unread input. The result must be valid in
/// every build.
TEST(SecretRuleFile, NoKeys) {
  EXPECT_NE(errorOf(" [/-").find("saw '/'"), std::string::npos);
  for (StringRef Text : {"[", "[[", "[.", "[a.", "[a./", "[[/", "a.", "a./=1",
                         "a={", "a={/", "a={b=1,/", "=", "/", "\"", "[a", "[]"})
    EXPECT_NE(errorOf(Text), "") << Text.str();
}

TEST(SecretRuleFile, EveryCutAndChange) {
  for (size_t I = 0; I != Rules.size(); ++I) {
    (void)errorOf(Rules.take_front(I));
    for (char C : {'/', '[', '.', '\0', '"', '='}) {
      std::string Text = Rules.str();
      Text[I] = C;
      (void)errorOf(Text);
    }
  }
}

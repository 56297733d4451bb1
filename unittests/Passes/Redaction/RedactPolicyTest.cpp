//===- RedactPolicyTest.cpp - Tests of redaction policies -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Passes/Redaction/RedactPolicy.h"
#include "hprof/Java/SizeFields.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

TEST(RedactPolicy, IsStrictWithoutText) {
  RedactPolicy P = cantFail(parseRedactPolicy(""));
  EXPECT_EQ(P.ofField("app.User", "pin"), Redaction::Zero);
  EXPECT_EQ(P.ofField("java.lang.String", "hash"), Redaction::Zero);
  EXPECT_EQ(P.ofField("java.lang.String", "coder"), Redaction::Keep);
  EXPECT_EQ(P.ofField("java.util.HashMap", "size"), Redaction::Keep);
  EXPECT_EQ(P.ofField("java.util.HashMap$Node", "hash"), Redaction::Zero);
  EXPECT_EQ(P.ofArrays(BasicType::Byte), Redaction::Zero);
  EXPECT_EQ(P.ThreadNames, Redaction::Mask);
  EXPECT_FALSE(P.looksAtOwners());
  EXPECT_FALSE(P.usesTokens());
}

/// Regardless of what is hidden, a redacted dump has the same histogram as the
/// original.
TEST(RedactPolicy, KeepsWhatToolsComputeSizesFrom) {
  for (StringRef Yaml : {"", "default: mask", "default: token"}) {
    RedactPolicy P = cantFail(parseRedactPolicy(Yaml));
    for (const SizeField &F : sizeFields())
      EXPECT_EQ(P.ofField(F.Class, F.Field), Redaction::Keep)
          << F.Class.str() << '.' << F.Field.str();
  }
}

TEST(RedactPolicy, TheFirstRuleCounts) {
  RedactPolicy P = cantFail(parseRedactPolicy(
      "default: mask\n"
      "rules:\n"
      "  - {class: app.User, field: id, do: keep}\n"
      "  - {class: app.*, field: '*', do: token}\n"
      "  - {class: java.util.HashMap, field: size, do: zero}\n"
      "element-types: {int: keep}\n"));
  EXPECT_EQ(P.ofField("app.User", "id"), Redaction::Keep);
  EXPECT_EQ(P.ofField("app.User", "name"), Redaction::Token);
  EXPECT_EQ(P.ofField("app.a.B", "id"), Redaction::Token);
  EXPECT_EQ(P.ofField("other.User", "id"), Redaction::Mask);
  EXPECT_EQ(P.ofField("java.util.HashMap", "size"), Redaction::Zero);
  EXPECT_EQ(P.ofArrays(BasicType::Int), Redaction::Keep);
  EXPECT_EQ(P.ofArrays(BasicType::Byte), Redaction::Mask);
  EXPECT_TRUE(P.looksAtOwners());
  EXPECT_TRUE(P.usesTokens());
}

TEST(RedactPolicy, FaultsAreExplained) {
  for (StringRef Bad :
       {"[]", "default: hide", "rules: [{field: a, do: keep}]",
        "rules: [{class: a}]", "rules: [{class: '/(/', do: keep}]",
        "element-types: {object: keep}", "thread-names: token", "other: 1",
        "default: ["}) {
    Expected<RedactPolicy> P = parseRedactPolicy(Bad);
    EXPECT_FALSE(bool(P)) << Bad.str();
    if (!P) {
      EXPECT_FALSE(toString(P.takeError()).empty()) << Bad.str();
    }
  }
}

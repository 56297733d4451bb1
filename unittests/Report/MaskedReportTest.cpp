//===- MaskedReportTest.cpp - Tests of reports without secrets ------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Report/MaskedReport.h"
#include "Answer/Fruits.h"
#include "hprof/Secrets/SecretMatcher.h"
#include "hprof/Tool/Reporter.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

namespace {
constexpr StringLiteral Secret = "AKIA4HBQ7XKDMZP2RT5W";

struct MaskedReportTest : testing::Test {
  MaskedReportTest()
      : Secrets(std::make_shared<const SecretMatcher>(
            cantFail(SecretMatcher::create(builtinSecretRules())))) {
    A.All[0].Name = "key " + Secret.str() + " of a fig";
  }
  std::string json(ReportPart Is) {
    JsonDocument Document;
    MaskedReport(Document, Secrets).part(Is, {}, A);
    std::string Text;
    raw_string_ostream OS(Text);
    Document.write(OS, Reporter("test", nulls()));
    return Text;
  }
  std::string markdown(ReportPart Is) {
    std::string Text;
    raw_string_ostream OS(Text);
    MarkdownReport Document(OS, EscapeMode::Escape);
    MaskedReport(Document, Secrets).part(Is, {}, A);
    return Text;
  }

  std::shared_ptr<const SecretMatcher> Secrets;
  FruitAnswer A;
};

TEST_F(MaskedReportTest, SecretsInTextsAreHidden) {
  const std::string Json = json(ReportPart::Waste);
  EXPECT_FALSE(StringRef(Json).contains(Secret)) << Json;
  EXPECT_TRUE(StringRef(Json).contains("\"key <secret: ")) << Json;
  EXPECT_TRUE(StringRef(Json).contains(" of a fig\"")) << Json;
  const std::string Text = markdown(ReportPart::Waste);
  EXPECT_FALSE(StringRef(Text).contains(Secret)) << Text;
  EXPECT_TRUE(StringRef(Text).contains("key \\<secret: ")) << Text;
}

TEST_F(MaskedReportTest, WhatIsNoSecretStays) {
  A.All[0].Name = "fig";
  JsonDocument Document;
  Document.part(ReportPart::Waste, {}, A);
  std::string Text;
  raw_string_ostream OS(Text);
  Document.write(OS, Reporter("test", nulls()));
  EXPECT_EQ(json(ReportPart::Waste), Text);
}
} // namespace

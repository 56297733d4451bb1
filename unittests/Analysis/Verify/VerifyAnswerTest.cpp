//===- VerifyAnswerTest.cpp - Tests of reports on faulty files ------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Verify/VerifyAnswer.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

/// An unusual file, a file that cannot be read, and a file with a fault.
static VerifyAnswer answer() {
  return VerifyAnswer([At = 0]() mutable -> std::optional<VerifiedFile> {
    VerifiedFile File;
    switch (At++) {
    case 0:
      File.Name = "odd";
      File.Report.emplace(5);
      File.Report->add(FindingKind(0), 0x10, "here", 2);
      return File;
    case 1:
      File.Name = "gone";
      File.Error = "no such file";
      return File;
    case 2:
      File.Name = "fine";
      File.Report.emplace(5);
      return File;
    }
    return std::nullopt;
  });
}

static Datum valueOf(const Rows &Of, StringRef Name) {
  const std::vector<Column> &Columns = Of.info().Columns;
  for (unsigned I = 0; I != Columns.size(); ++I)
    if (Columns[I].Name == Name)
      return Of.get(I);
  return {};
}

static std::string textOf(const Rows &Of, StringRef Name) {
  return valueOf(Of, Name).text().value_or("").str();
}

TEST(VerifyAnswer, FilesInTurn) {
  const VerifyAnswer A = answer();
  const std::unique_ptr<Rows> Files = A.files();
  ASSERT_TRUE(Files->next());
  EXPECT_EQ(textOf(*Files, "file"), "odd");
  EXPECT_TRUE(valueOf(*Files, "error").isNull());
  const Datum Findings = valueOf(*Files, "findings");
  ASSERT_TRUE(Findings.rows()->next());
  EXPECT_EQ(textOf(*Findings.rows(), "kind"), findingInfos()[0].Name);
  const Datum Examples = valueOf(*Findings.rows(), "examples");
  ASSERT_TRUE(Examples.rows()->next());
  EXPECT_EQ(textOf(*Examples.rows(), "what"), "here");
  ASSERT_TRUE(Files->next());
  EXPECT_EQ(textOf(*Files, "error"), "no such file");
  EXPECT_TRUE(valueOf(*Files, "objects").isMissing());
  ASSERT_TRUE(Files->next());
  EXPECT_EQ(textOf(*Files, "file"), "fine");
  EXPECT_FALSE(Files->next());
}

TEST(VerifyAnswer, RowsAreFindingsOfAllFiles) {
  const VerifyAnswer A = answer();
  const std::unique_ptr<Rows> All = A.rows();
  ASSERT_TRUE(All->next());
  EXPECT_EQ(textOf(*All, "file"), "odd");
  EXPECT_EQ(*valueOf(*All, "count").get<uint64_t>(), 2u);
  EXPECT_FALSE(All->next());
}

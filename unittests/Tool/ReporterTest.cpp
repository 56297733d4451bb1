//===- ReporterTest.cpp - Tests of messages and exit statuses -------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Tool/Reporter.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

namespace {
struct Sink {
  std::string Text;
  raw_string_ostream OS{Text};
};
const Damage BadLength = {format_errc::bad_length, 0x1a2b,
                          "record 0x1c: length 9 runs past end of file"};
} // namespace

TEST(ExitStatusTest, Precedence) {
  const ExitStatus Order[] = {ExitStatus::Usage, ExitStatus::Error,
                              ExitStatus::Gate, ExitStatus::Damaged,
                              ExitStatus::Good};
  for (size_t I = 0; I != std::size(Order); ++I)
    for (size_t J = I; J != std::size(Order); ++J) {
      EXPECT_EQ(worse(Order[I], Order[J]), Order[I]);
      EXPECT_EQ(worse(Order[J], Order[I]), Order[I]);
    }
}

TEST(ReporterTest, Messages) {
  Sink S;
  Reporter R("hprof-dump", S.OS);
  R.error(createFileError(
      "heap.hprof", make_error<FormatError>(BadLength.Code, BadLength.Offset,
                                            BadLength.What)));
  R.warning("odd");
  R.note("more");
  R.verbose("not shown");
  EXPECT_EQ(S.Text, "hprof-dump: error: 'heap.hprof': offset 0x1a2b: record "
                    "0x1c: length 9 runs past end of file\n"
                    "hprof-dump: warning: odd\n"
                    "hprof-dump: note: more\n");
  EXPECT_EQ(R.status(), ExitStatus::Error);
}

TEST(ReporterTest, MessagesCannotMoveTheCursor) {
  Sink S;
  Reporter R("t", S.OS);
  R.error("class 'a\nt: error: \x1b[2J'");
  EXPECT_EQ(S.Text, "t: error: class 'a\\nt: error: \\x1b[2J'\n");
}

TEST(ReporterTest, StatusOfStates) {
  Sink S;
  Reporter R("t", S.OS);
  EXPECT_EQ(R.status(), ExitStatus::Good);
  R.error(Error::success());
  EXPECT_EQ(R.status(), ExitStatus::Good);
  R.damage("f", Damage{format_errc::truncated, 16, "cut"});
  EXPECT_EQ(R.status(), ExitStatus::Damaged);
  R.tripGate();
  EXPECT_EQ(R.status(), ExitStatus::Gate);
  R.error("bad");
  EXPECT_EQ(R.status(), ExitStatus::Error);
  R.error(usageError("wrong"));
  EXPECT_EQ(R.status(), ExitStatus::Usage);
  EXPECT_TRUE(R.damaged());
  EXPECT_TRUE(R.gate());
}

TEST(ReporterTest, DamageIsLimitedPerInput) {
  Sink S;
  Reporter R("t", S.OS);
  for (unsigned I = 0; I != 12; ++I)
    R.damage("a", Damage{format_errc::bad_value, I, "odd"});
  R.damage("b", BadLength);
  R.finish();
  StringRef Text = S.Text;
  EXPECT_EQ(Text.count("warning: 'a'"), 10u);
  EXPECT_EQ(Text.count("warning: 'b': offset 0x1a2b"), 1u);
  EXPECT_TRUE(Text.contains("t: note: 'a': 2 more faults; -v prints all\n"));
}

TEST(ReporterTest, StrictAndQuiet) {
  Sink S;
  Reporter::Options O;
  O.Quiet = true;
  Reporter Quiet("t", S.OS, O);
  Quiet.damage("f", BadLength);
  Quiet.note("x");
  EXPECT_EQ(S.Text, "");
  EXPECT_EQ(Quiet.status(), ExitStatus::Damaged);
  O.Strict = true;
  Reporter Strict("t", S.OS, O);
  Strict.damage("f", BadLength);
  EXPECT_TRUE(StringRef(S.Text).starts_with("t: error: 'f': offset 0x1a2b"));
  EXPECT_EQ(Strict.status(), ExitStatus::Error);
}

TEST(ReporterTest, Colour) {
  Sink S;
  S.OS.enable_colors(true);
  Reporter::Options O;
  O.Color = ColorMode::Enable;
  Reporter R("t", S.OS, O);
  R.error("bad");
  EXPECT_TRUE(StringRef(S.Text).contains("\x1b["));
  EXPECT_TRUE(StringRef(S.Text).ends_with("bad\n"));
}

//===- CommandTextTest.cpp - Tests for commands as text -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Command/CommandText.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

/// The bytes of the command with the name \p Word, or the error.
static std::string parsed(StringRef Word, StringRef Arguments = "") {
  Expected<Command> C = parseCommand(Word, Arguments);
  if (!C)
    return toString(C.takeError());
  SmallVector<uint8_t, 32> Bytes;
  C->encode(Bytes);
  return toHex(Bytes, /*LowerCase=*/true);
}

TEST(CommandText, AllWords) {
  EXPECT_EQ(parsed("gc"), "010000000000000000");
  EXPECT_EQ(parsed("dump", " "), "020000000000000000");
  EXPECT_EQ(parsed("sites"), "030000000000000006"
                             "0000"
                             "38d1b717");
  EXPECT_EQ(parsed("summary"), "040000000000000000");
  EXPECT_EQ(parsed("exit"), "050000000000000000");
  EXPECT_EQ(parsed("traces"), "060000000000000000");
  EXPECT_EQ(parsed("cpu"), "070000000000000006"
                           "0000"
                           "38d1b717");
  EXPECT_EQ(parsed("detach"), "ff0000000000000000");
  EXPECT_EQ(parsed("gcc"),
            "unknown command 'gcc', expected gc, dump, sites, "
            "summary, exit, traces, cpu, control, threads, detach");
}

TEST(CommandText, Sites) {
  EXPECT_EQ(parsed("sites", "alloc,incremental,gc,cutoff=0.5"),
            "030000000000000006"
            "0007"
            "3f000000");
  EXPECT_EQ(parsed("sites", " live  cutoff=0\r"), "030000000000000006"
                                                  "0000"
                                                  "00000000");
  EXPECT_EQ(parsed("sites", "live,alloc"),
            "sites: live and alloc are mutually exclusive");
  const std::string Expected =
      "', expected [live|alloc][,incremental][,gc][,cutoff=<x>]";
  for (const char *Bad : {"dead", "cutoff=", "cutoff=-1", "cutoff=nan",
                          "cutoff=1e99", "cutoff=0.1x"})
    EXPECT_EQ(parsed("sites", Bad),
              std::string("sites: unexpected '") + Bad + Expected);
}

TEST(CommandText, Samples) {
  EXPECT_EQ(parsed("cpu", "cutoff=0.5"), "070000000000000006"
                                         "0000"
                                         "3f000000");
  EXPECT_EQ(parsed("cpu", "alloc"),
            "cpu: unexpected 'alloc', expected [cutoff=<x>]");
  EXPECT_EQ(parsed("gc", "cutoff=0.5"),
            "gc: unexpected 'cutoff=0.5', expected nothing");
}

TEST(CommandText, Control) {
  EXPECT_EQ(parsed("control", "traces-on"), "0800000000000000020001");
  EXPECT_EQ(parsed("control", "traces-off"), "0800000000000000020002");
  EXPECT_EQ(parsed("control", "sampling-on"), "08000000000000000a"
                                              "0003"
                                              "0000000000000000");
  EXPECT_EQ(parsed("control", "sampling-off=0x50000200"), "08000000000000000a"
                                                          "0004"
                                                          "0000000050000200");
  EXPECT_EQ(parsed("control", "clear-samples"), "0800000000000000020005");
  EXPECT_EQ(parsed("control", "clear-sites"), "0800000000000000020006");
  EXPECT_EQ(parsed("control", "depth=8"), "080000000000000004"
                                          "00070008");
  for (const char *Bad :
       {"", "depth", "depth=", "depth=65536", "traces-on=1", "sampling-on=x",
        "sampling-on=", "traces", "traces-on traces-off"})
    EXPECT_NE(parsed("control", Bad)
                  .find("expected one of traces-on, "
                        "traces-off, sampling-on[=<id>], "),
              std::string::npos)
        << Bad;
}

TEST(CommandText, Help) {
  const std::string Text = commandHelp();
  EXPECT_NE(Text.find("  gc                         collect garbage\n"),
            std::string::npos)
      << Text;
  EXPECT_NE(Text.find("  control depth=<n>          set the depth"),
            std::string::npos)
      << Text;
  SmallVector<StringRef, 32> Lines;
  SplitString(Text, Lines, "\n");
  for (StringRef Line : Lines)
    EXPECT_LE(Line.size(), 79u) << Line.str();
}

//===- KnownOptionsTest.cpp - Tests for the options of a VM ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Attach/KnownOptions.h"
#include "PerfDataWriter.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

namespace {

using Strings = std::vector<std::string>;

std::string counters(StringRef Flags, StringRef Arguments) {
  PerfDataWriter W(endianness::little);
  W.add("java.rt.vmFlags", Flags);
  W.add("java.rt.vmArgs", Arguments);
  return W.Bytes;
}

TEST(KnownOptions, CountersHoldThoseOfFiles) {
  KnownOptions Known = knownOptions(counters("-Old +New", "-Xmx1g -XX:-Flag"),
                                    Strings{"java", "@file", "Main"}, {});
  EXPECT_EQ(Known.Options,
            (Strings{"-XX:-Old", "-XX:+New", "-Xmx1g", "-XX:-Flag"}));
  EXPECT_EQ(Known.Gap, "");
}

TEST(KnownOptions, TruncatedCountersDoNotCount) {
  std::string Long(1024, 'x');
  for (const std::string &File : {counters("", Long), counters(Long, "")}) {
    KnownOptions Known = knownOptions(File, Strings{"java", "-Da", "Main"}, {});
    EXPECT_EQ(Known.Options, Strings{"-Da"});
    EXPECT_EQ(Known.Gap, "");
  }
  EXPECT_EQ(knownOptions(counters("", Long.substr(1)), {}, {}).Gap, "");
}

TEST(KnownOptions, CommandLineAndItsGaps) {
  auto Gap = [](const Strings &Arguments, const Strings &Environment = {}) {
    return knownOptions("", Arguments, Environment).Gap;
  };
  EXPECT_EQ(Gap({"/x/java", "-XX:+Flag", "Main", "@file"}), "");
  EXPECT_EQ(Gap({"java", "@file", "Main"}), "'@file' refers to an option file");
  EXPECT_EQ(Gap({"java", "-XX:Flags=f", "Main"}),
            "'-XX:Flags=f' refers to an option file");
  EXPECT_EQ(Gap({"java", "Main"}, {"JAVA_TOOL_OPTIONS=-XX:VMOptionsFile=f"}),
            "'-XX:VMOptionsFile=f' refers to an option file");
  EXPECT_EQ(Gap({"/opt/app/server", "x"}),
            "its program '/opt/app/server' is not java");
  EXPECT_EQ(Gap({}), "its command line cannot be read");
}

} // namespace

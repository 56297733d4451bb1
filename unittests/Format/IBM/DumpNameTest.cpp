//===- DumpNameTest.cpp - Tests of dump file names ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/IBM/DumpName.h"
#include "gtest/gtest.h"

using namespace hprof;

TEST(IbmDumpName, TellsWhatADefaultLabelSays) {
  auto Name = parseIbmDumpName(
      "/dumps/of.today/heapdump.19700102.000102.4711.0002.phd.gz");
  ASSERT_TRUE(Name);
  EXPECT_EQ(Name->Kind, "heapdump");
  EXPECT_EQ(Name->Date, "19700102");
  EXPECT_EQ(Name->Seconds, 86400u + 62);
  EXPECT_EQ(Name->ProcessId, 4711u);
  EXPECT_EQ(Name->Sequence, 2u);
  EXPECT_EQ(Name->Ending, ".phd.gz");
}

TEST(IbmDumpName, TakesWindowsFolders) {
  auto Name =
      parseIbmDumpName("C:\\my.dumps\\javacore.20240229.235959.1.0010.txt");
  ASSERT_TRUE(Name);
  EXPECT_EQ(Name->Kind, "javacore");
  EXPECT_EQ(Name->Seconds, 1709251199u);
  EXPECT_EQ(Name->Sequence, 10u);
}

TEST(IbmDumpName, RefusesOtherNames) {
  for (const char *Other : {"", "heap.hprof", "heapdump.20240229.235959.1.0010",
                            "heapdump.20241329.235959.1.0010.phd",
                            "heapdump.20240229.245959.1.0010.phd",
                            "heapdump.2024022.235959.1.0010.phd",
                            "heapdump.20240229.23595.1.0010.phd",
                            "heapdump.20240229.235959.x.0010.phd",
                            "heapdump.20240229.235959.1..phd",
                            "heapdump.19691231.235959.1.0010.phd"})
    EXPECT_FALSE(parseIbmDumpName(Other)) << Other;
}

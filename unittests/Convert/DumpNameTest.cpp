//===- DumpNameTest.cpp - Tests of names of dumps -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Convert/DumpName.h"
#include "gtest/gtest.h"

using namespace hprof;

TEST(DumpName, TheTimeOfIbmsDumpsIsInTheirNames) {
  EXPECT_EQ(timeInDumpName("/x/heapdump.20100112.141124.11580.0002.phd"),
            1263305484000u);
  EXPECT_EQ(timeInDumpName("heapdump.20100112.141124.11580.0002.phd.gz"),
            1263305484000u);
}

TEST(DumpName, OtherNamesTellNone) {
  for (const char *Name :
       {"", "heap.phd", "heapdump.2010.141124.1.phd",
        "heapdump.20101312.141124.1.phd", "heapdump.2010011x.141124.1.phd",
        "heapdump.20100112.241124.1.phd", "javacore.20100112.141124.1.txt"})
    EXPECT_EQ(timeInDumpName(Name), std::nullopt) << Name;
}

//===- ThreadIndexTest.cpp - Finds the threads of a thread dump -----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Thread/ThreadIndex.h"
#include "gtest/gtest.h"

using namespace hprof;

static ThreadDump::ThreadRef named(const char *Name) {
  ThreadDump::ThreadRef R;
  R.Name = Name;
  return R;
}

TEST(ThreadIndex, ByWhateverThereIs) {
  ThreadDump Dump;
  Dump.Threads.resize(3);
  Dump.Threads[0].Name = "a";
  Dump.Threads[0].Id = 7;
  Dump.Threads[1].Name = "b";
  Dump.Threads[1].VmThread = 0x10;
  Dump.Threads[1].Object = 0x20;
  Dump.Threads[2].Name = "a";
  const ThreadIndex Index(Dump);
  EXPECT_EQ(Index.find(Dump.Threads[0].ref()), 0u);
  EXPECT_EQ(Index.find(Dump.Threads[1].ref()), 1u);
  ThreadDump::ThreadRef ByObject;
  ByObject.Object = 0x20;
  EXPECT_EQ(Index.find(ByObject), 1u);
  EXPECT_EQ(Index.find(named("a")), 0u);
  EXPECT_EQ(Index.find(named("c")), std::nullopt);
  // If there is an id, the name does not matter.
  ThreadDump::ThreadRef Other = named("a");
  Other.Id = 8;
  EXPECT_EQ(Index.find(Other), std::nullopt);
}

//===- ContainerTreeTest.cpp - Containers and their threads ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Threads/ContainerTree.h"
#include "Analysis/Threads/ThreadCounts.h"
#include "MakeDump.h"
#include "hprof/Format/Base/Format.h"

using namespace hprof;
using namespace llvm;

static constexpr StringLiteral Json = R"({"threadDump": {"threadContainers": [
{"container": "<root>", "parent": null, "owner": null, "threads": [
  {"tid": 1, "name": "main", "stack": []}]},
{"container": "scope", "parent": "<root>", "owner": 1, "threadCount": 5,
 "threads": [{"tid": 2, "name": "", "virtual": true, "stack": []}]},
{"container": "inner", "parent": "scope", "owner": 99, "threads": []}]}})";

TEST(ContainerTree, Nested) {
  const ThreadDump Dump = dumpOfJson(Json);
  const ContainerTree Tree(Dump);
  EXPECT_EQ(listed(Tree.roots().vec()), "[0]");
  EXPECT_EQ(listed(Tree.nodes()[0].Children), "[1]");
  EXPECT_EQ(listed(Tree.nodes()[1].Children), "[2]");
  EXPECT_EQ(listed(Tree.nodes()[1].Threads), "[1]");
  EXPECT_EQ(Tree.nodes()[1].Owner, 0u);
  EXPECT_FALSE(Tree.nodes()[2].Owner);
  EXPECT_TRUE(Tree.others().empty());
  EXPECT_EQ(Tree.missing(), 4u);
}

TEST(ContainerTree, NoContainers) {
  ThreadDump Dump;
  Dump.Threads.resize(2);
  const ContainerTree Tree(Dump);
  EXPECT_TRUE(Tree.roots().empty());
  EXPECT_EQ(listed(Tree.others().vec()), "[0,1]");
}

TEST(ThreadCounts, WhatIsMissing) {
  const ThreadDump Dump = dumpOfJson(Json);
  const ThreadCounts Counts(Dump);
  EXPECT_EQ(Counts.All, 2u);
  EXPECT_EQ(Counts.Virtual, 1u);
  EXPECT_EQ(Counts.NotListed, 4u);
  const std::vector<std::string> Notes =
      threadDumpNotes(Dump, Format::ThreadJson);
  ASSERT_EQ(Notes.size(), 1u);
  EXPECT_EQ(Notes[0].find("4 threads are not shown"), 0u);
}

/// jstack omits virtual threads, which exist in JDK 21 and later.
TEST(ThreadCounts, JstackWithoutVirtualThreads) {
  auto Notes = [](StringRef Version) {
    ThreadDump Dump;
    Dump.VmVersion = Version.str();
    return threadDumpNotes(Dump, Format::Jstack).size();
  };
  EXPECT_EQ(Notes("OpenJDK 64-Bit Server VM (25.0.3+9-LTS mixed mode)"), 1u);
  EXPECT_EQ(Notes("OpenJDK 64-Bit Server VM (17.0.21+9 mixed mode)"), 0u);
  EXPECT_EQ(Notes("Java HotSpot(TM) 64-Bit Server VM (25.152-b16 mixed mode)"),
            0u);
  // Thread.dump_to_file includes virtual threads.
  EXPECT_EQ(Notes("25.0.3+9-LTS"), 0u);
}

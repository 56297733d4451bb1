//===- ControlGroupsLinuxTest.cpp - Memory available in control groups ----===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Columns/ControlGroupsLinux.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"
#include <fstream>

using namespace hprof;
using namespace llvm;

namespace {

TEST(AvailableMemory, HonoursControlGroups) {
  SmallString<64> Directory;
  ASSERT_FALSE(sys::fs::createUniqueDirectory("hprof-groups", Directory));
  auto Write = [&](const Twine &Path, StringRef Text) {
    std::string Full = (Directory + "/" + Path).str();
    ASSERT_FALSE(sys::fs::create_directories(sys::path::parent_path(Full)));
    std::ofstream(Full) << Text.str();
  };
  std::string Proc = (Directory + "/proc").str();
  std::string Groups = (Directory + "/groups").str();
  auto Available = [&] { return columns::availableMemoryIn(Proc, Groups); };
  EXPECT_EQ(Available(), UINT64_MAX);
  Write("proc/meminfo", "MemTotal:  200 kB\nMemAvailable:   100 kB\n");
  EXPECT_EQ(Available(), 102400U);
  Write("proc/self/cgroup", "0::/a/b\n");
  EXPECT_EQ(Available(), 102400U);
  // The group itself has no limit, but its parent does; the cache may be
  // dropped.
  Write("groups/a/b/memory.max", "max\n");
  Write("groups/a/memory.max", "50000\n");
  Write("groups/a/memory.current", "30000\n");
  EXPECT_EQ(Available(), 20000U);
  Write("groups/a/memory.stat",
        "anon 5\nactive_file 4000\ninactive_file 6000\n");
  EXPECT_EQ(Available(), 30000U);
  Write("groups/a/memory.current", "90000\n");
  EXPECT_EQ(Available(), 0U);
  Write("proc/self/cgroup", "5:cpu,memory:/x\n0::/\n");
  EXPECT_EQ(Available(), 102400U);
  Write("groups/memory/x/memory.limit_in_bytes", "7000\n");
  Write("groups/memory/x/memory.usage_in_bytes", "1000\n");
  EXPECT_EQ(Available(), 6000U);
  EXPECT_FALSE(sys::fs::remove_directories(Directory));
}

} // namespace

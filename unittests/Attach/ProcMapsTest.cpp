//===- ProcMapsTest.cpp - Tests for the text of /proc/PID/maps ------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Attach/ProcMaps.h"
#include "llvm/ADT/Twine.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

namespace {

std::string line(StringRef Path) {
  return ("7f1c8c000000-7f1c8d2a1000 r-xp 00000000 fe:00 1234567           " +
          Twine(Path) + "\n")
      .str();
}

TEST(ProcMaps, HotSpot) {
  ProcMaps M = parseProcMaps("80000000-fff80000 rw-p 00000000 00:00 0 \n" +
                             line("[heap]") +
                             line("/usr/lib/jvm/jdk 17/lib/server/libjvm.so") +
                             line("/usr/lib/x86_64-linux-gnu/libc.so.6") +
                             line("/tmp/hsperfdata_some_user/4711"));
  EXPECT_EQ(M.VM, VMKind::HotSpot);
  EXPECT_TRUE(M.HasGlibc);
  EXPECT_FALSE(M.HasMusl);
  EXPECT_EQ(M.PerfData, std::vector<std::string>{"hsperfdata_some_user/4711"});
}

TEST(ProcMaps, ReplacedByAnUpdate) {
  EXPECT_EQ(parseProcMaps(line("/jdk/libjvm.so (deleted)")).VM,
            VMKind::HotSpot);
}

TEST(ProcMaps, OpenJ9HasALibjvmToo) {
  std::string J9 = line("/jdk/lib/default/libj9vm29.so");
  std::string Jvm = line("/jdk/lib/server/libjvm.so");
  EXPECT_EQ(parseProcMaps(J9 + Jvm).VM, VMKind::OpenJ9);
  EXPECT_EQ(parseProcMaps(Jvm + J9).VM, VMKind::OpenJ9);
}

TEST(ProcMaps, Musl) {
  EXPECT_TRUE(parseProcMaps(line("/lib/ld-musl-x86_64.so.1")).HasMusl);
  EXPECT_TRUE(parseProcMaps(line("/lib/libc.musl-aarch64.so.1")).HasMusl);
  EXPECT_TRUE(parseProcMaps(line("/lib/libc-2.28.so")).HasGlibc);
}

TEST(ProcMaps, OtherNames) {
  for (const char *Path : {"/lib/libjvm.so.bak", "/x/notlibjvm.so", "libjvm.so",
                           "/libjvm.so/x", "[libjvm.so]", "/x/libj9vm.txt"}) {
    ProcMaps M = parseProcMaps(line(Path));
    EXPECT_EQ(M.VM, VMKind::None) << Path;
    EXPECT_FALSE(M.HasMusl || M.HasGlibc);
  }
  for (const char *Path : {"/tmp/hsperfdata_x/12a", "/tmp/perfdata_x/12"})
    EXPECT_TRUE(parseProcMaps(line(Path)).PerfData.empty()) << Path;
}

/// A VM such as jconsole maps the counters of other VMs.
TEST(ProcMaps, CountersOfSeveralVMs) {
  EXPECT_EQ(
      parseProcMaps(line("/tmp/hsperfdata_a/1") + line("/tmp/hsperfdata_b/21"))
          .PerfData,
      (std::vector<std::string>{"hsperfdata_a/1", "hsperfdata_b/21"}));
}

TEST(ProcMaps, Libraries) {
  ProcMaps M = parseProcMaps(line("/lib/liba.so") + line("/lib/liba.so") +
                             line("/tmp/libhprof-1.so (deleted)") +
                             line("/lib/libc.so.6") + line("[vdso].so"));
  ASSERT_EQ(M.Libraries.size(), 2u);
  EXPECT_EQ(M.Libraries[0].Path, "/lib/liba.so");
  EXPECT_EQ(M.Libraries[0].Major, 0xfeu);
  EXPECT_EQ(M.Libraries[0].Minor, 0u);
  EXPECT_EQ(M.Libraries[0].Inode, 1234567u);
  EXPECT_FALSE(M.Libraries[0].IsDeleted);
  EXPECT_EQ(M.Libraries[1].Path, "/tmp/libhprof-1.so");
  EXPECT_TRUE(M.Libraries[1].IsDeleted);
}

TEST(ProcMaps, MalformedLines) {
  EXPECT_EQ(parseProcMaps("").VM, VMKind::None);
  EXPECT_EQ(parseProcMaps("\n\n/libjvm.so\nx y z /libjvm.so").VM, VMKind::None);
  EXPECT_EQ(parseProcMaps("a b c d e /libjvm.so").VM, VMKind::HotSpot);
}

} // namespace

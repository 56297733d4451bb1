//===- ProcStatusTest.cpp - Tests for the text of /proc/PID/status --------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Attach/ProcStatus.h"
#include "gtest/gtest.h"
#include <csignal>

using namespace hprof;
using namespace llvm;

namespace {

/// The file as Linux prints it for a VM in a container, abridged.
const char *const InContainer = "Name:\tjava\n"
                                "Umask:\t0022\n"
                                "State:\tS (sleeping)\n"
                                "Tgid:\t4711\n"
                                "Ngid:\t0\n"
                                "Pid:\t4711\n"
                                "PPid:\t4700\n"
                                "Uid:\t1000\t1001\t1002\t1003\n"
                                "Gid:\t2000\t2001\t2002\t2003\n"
                                "Groups:\t4 27 2001 \n"
                                "NStgid:\t4711\t99\t7\n"
                                "NSpid:\t4711\t99\t7\n"
                                "SigQ:\t0/96314\n"
                                "SigBlk:\t0000000000000000\n"
                                "SigIgn:\t0000000000000000\n"
                                "SigCgt:\t2000000181005ccf\n";

std::string with(StringRef Old, StringRef New) {
  std::string Text = InContainer;
  size_t At = Text.find(Old.str());
  EXPECT_NE(At, std::string::npos);
  return Text.replace(At, Old.size(), New.str());
}

std::string faultOf(StringRef Text) {
  Expected<ProcStatus> S = parseProcStatus(Text);
  return S ? "" : toString(S.takeError());
}

TEST(ProcStatus, EffectiveIdsAndInnermostPid) {
  Expected<ProcStatus> S = parseProcStatus(InContainer);
  ASSERT_TRUE(bool(S)) << toString(S.takeError());
  EXPECT_EQ(S->State, 'S');
  EXPECT_FALSE(S->isStopped());
  EXPECT_FALSE(S->isDead());
  EXPECT_EQ(S->ThreadGroup, 4711u);
  EXPECT_EQ(S->NamespacePid, 7u);
  EXPECT_EQ(S->Namespaces, 3u);
  EXPECT_EQ(S->User, 1001u);
  EXPECT_EQ(S->Group, 2001u);
  EXPECT_EQ(S->Groups, (std::vector<gid_t>{4, 27, 2001}));
}

TEST(ProcStatus, NoSupplementaryGroups) {
  Expected<ProcStatus> S = parseProcStatus(with("4 27 2001 ", ""));
  ASSERT_TRUE(bool(S)) << toString(S.takeError());
  EXPECT_TRUE(S->Groups.empty());
}

TEST(ProcStatus, OldKernelsHaveNoNamespacePids) {
  Expected<ProcStatus> S = parseProcStatus(with("NSpid:\t4711\t99\t7\n", ""));
  ASSERT_TRUE(bool(S)) << toString(S.takeError());
  EXPECT_EQ(S->NamespacePid, 4711u);
}

TEST(ProcStatus, States) {
  for (auto [Letter, IsStopped, IsDead] :
       {std::tuple("T (stopped)", true, false),
        std::tuple("t (tracing stop)", true, false),
        std::tuple("Z (zombie)", false, true),
        std::tuple("X (dead)", false, true)}) {
    Expected<ProcStatus> S = parseProcStatus(with("S (sleeping)", Letter));
    ASSERT_TRUE(bool(S)) << toString(S.takeError());
    EXPECT_EQ(S->isStopped(), IsStopped);
    EXPECT_EQ(S->isDead(), IsDead);
  }
}

TEST(ProcStatus, MaskOfCaughtSignals) {
  auto Catches = [](StringRef Mask, int Signal) {
    Expected<ProcStatus> S = parseProcStatus(with("2000000181005ccf", Mask));
    EXPECT_TRUE(bool(S)) << toString(S.takeError());
    return S->catches(Signal);
  };
  EXPECT_EQ(SIGQUIT, 3);
  EXPECT_TRUE(Catches("2000000181005ccf", SIGQUIT));
  EXPECT_TRUE(Catches("0000000000000004", SIGQUIT));
  EXPECT_FALSE(Catches("fffffffffffffffb", SIGQUIT));
  EXPECT_FALSE(Catches("0000000000000000", SIGQUIT));
  EXPECT_TRUE(Catches("8000000000000000", 64));
  // With 128 signals, the lowest 64 are in the last digits.
  EXPECT_FALSE(Catches("0000000000000004000000000000000b", SIGQUIT));
  EXPECT_TRUE(Catches("00000000000000000000000000000004", SIGQUIT));
}

TEST(ProcStatus, MalformedOrMissingLines) {
  EXPECT_EQ(faultOf(InContainer), "");
  EXPECT_EQ(faultOf(""), "/proc/PID/status: no line State");
  EXPECT_EQ(faultOf(with("SigCgt", "SigXyz")),
            "/proc/PID/status: no line SigCgt");
  EXPECT_EQ(faultOf(with("Uid:", "Vid:")), "/proc/PID/status: no line Uid");
  EXPECT_EQ(faultOf(with("Gid:", "Hid:")), "/proc/PID/status: no line Gid");
  EXPECT_EQ(faultOf(with("Groups:", "Group:")),
            "/proc/PID/status: no line Groups");
  EXPECT_EQ(faultOf(with("27 2001", "27 4294967296")),
            "/proc/PID/status: Groups: found '4 27 4294967296'");
  EXPECT_EQ(faultOf(with("27 2001", "27 x")),
            "/proc/PID/status: Groups: found '4 27 x'");
  EXPECT_EQ(faultOf(with("Tgid:", "Ugid:")), "/proc/PID/status: no line Tgid");
  EXPECT_EQ(faultOf(with("2000000181005ccf", "20000001810-5ccf")),
            "/proc/PID/status: SigCgt: found '20000001810-5ccf'");
  EXPECT_EQ(faultOf(with("2000000181005ccf", "4")),
            "/proc/PID/status: SigCgt: found '4'");
  EXPECT_EQ(faultOf(with("1000\t1001\t1002\t1003", "1000\t1001")),
            "/proc/PID/status: Uid: found '1000\t1001'");
  EXPECT_EQ(faultOf(with("1000\t1001", "1000\t4294967296")),
            "/proc/PID/status: Uid: found '1000\t4294967296\t1002\t1003'");
  EXPECT_EQ(faultOf(with("4711\t99\t7\nSigQ", "4711\t99\tx\nSigQ")),
            "/proc/PID/status: NSpid: found '4711\t99\tx'");
}

/// A program can choose any name, but cannot add lines with it.
TEST(ProcStatus, NameThatLooksLikeALine) {
  Expected<ProcStatus> S =
      parseProcStatus(with("java", "SigCgt:\\nSigCgt:\tffffffffffffffff"));
  ASSERT_TRUE(bool(S)) << toString(S.takeError());
  EXPECT_EQ(S->Caught, 0x2000000181005ccfu);
}

} // namespace

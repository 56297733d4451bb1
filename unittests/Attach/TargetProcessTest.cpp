//===- TargetProcessTest.cpp - Tests for processes and their files --------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Attach/TargetProcess.h"
#include "Attach/TargetChecks.h"
#include "ChildProcess.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "gtest/gtest.h"
#include <csignal>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <thread>

using namespace hprof;
using namespace llvm;

namespace {

std::string faultOf(uint64_t Pid) {
  Expected<TargetProcess> P = TargetProcess::open(Pid);
  return P ? "" : toString(P.takeError());
}

TEST(TargetProcess, Self) {
  uint64_t Pid = static_cast<uint64_t>(getpid());
  Expected<TargetProcess> P = TargetProcess::open(Pid);
  ASSERT_TRUE(bool(P)) << toString(P.takeError());
  EXPECT_EQ(P->pid(), Pid);
  EXPECT_EQ(P->status().ThreadGroup, Pid);
  EXPECT_EQ(P->status().User, geteuid());
  EXPECT_EQ(P->status().Group, getegid());
  ASSERT_FALSE(P->arguments().empty());
  Expected<ProcMaps> Maps = P->readMaps();
  ASSERT_TRUE(bool(Maps)) << toString(Maps.takeError());
  EXPECT_EQ(Maps->VM, VMKind::None);
  EXPECT_EQ(toString(findAttachTarget(Pid).takeError()),
            "process " + std::to_string(Pid) +
                ": is not a JVM: no libjvm.so is mapped");
}

TEST(TargetProcess, FilesInItsView) {
  SmallString<64> Folder;
  ASSERT_FALSE(sys::fs::createUniqueDirectory("attach", Folder));
  ASSERT_FALSE(sys::fs::real_path(SmallString<64>(Folder), Folder));
  Expected<TargetProcess> P =
      TargetProcess::open(static_cast<uint64_t>(getpid()));
  ASSERT_TRUE(bool(P)) << toString(P.takeError());
  Error E = P->openFolders();
  ASSERT_FALSE(bool(E)) << toString(std::move(E));
  Expected<Descriptor> There = P->openInRoot(Folder, O_PATH | O_DIRECTORY);
  ASSERT_TRUE(bool(There)) << toString(There.takeError());
  struct stat A, B;
  ASSERT_EQ(fstat(There->get(), &A), 0);
  ASSERT_EQ(stat(Folder.c_str(), &B), 0);
  EXPECT_EQ(A.st_ino, B.st_ino);
  EXPECT_NE(toString(P->openInRoot((Folder + "/x").str(), O_RDONLY).takeError())
                .find("No such file"),
            std::string::npos);
  SmallString<64> Here;
  ASSERT_FALSE(sys::fs::current_path(Here));
  SmallString<64> Real;
  ASSERT_FALSE(sys::fs::real_path(Here, Real));
  EXPECT_EQ(P->workingPath(), Real.str());
  sys::fs::remove_directories(Folder);
}

TEST(TargetProcess, NoSuchProcess) {
  EXPECT_EQ(faultOf(2147483647), "process 2147483647: no such process");
}

TEST(TargetProcess, AnEndedProcessIsNotMistaken) {
  ChildProcess C;
  Expected<TargetProcess> P = TargetProcess::open(static_cast<uint64_t>(C.Pid));
  ASSERT_TRUE(bool(P)) << toString(P.takeError());
  std::string Prefix = "process " + std::to_string(C.Pid) + ": ";
  // SIGCONT has no effect on a running process.
  EXPECT_EQ(toString(P->signal(SIGCONT)), "");
  C.end();
  EXPECT_EQ(toString(P->signal(SIGCONT)), Prefix + "has exited");
  EXPECT_EQ(toString(P->readStatus().takeError()), Prefix + "has exited");
}

TEST(TargetProcess, Zombie) {
  ChildProcess C;
  kill(C.Pid, SIGKILL);
  siginfo_t Info;
  ASSERT_EQ(waitid(P_PID, static_cast<id_t>(C.Pid), &Info, WEXITED | WNOWAIT),
            0);
  EXPECT_EQ(faultOf(static_cast<uint64_t>(C.Pid)),
            "process " + std::to_string(C.Pid) +
                ": has exited, but its parent has not reaped it yet (zombie)");
}

TEST(TargetProcess, ThreadOfAProcess) {
  std::string Fault, Tid;
  std::thread([&] {
    long Id = syscall(SYS_gettid);
    Tid = std::to_string(Id);
    Fault = faultOf(static_cast<uint64_t>(Id));
  }).join();
  EXPECT_EQ(Fault, "process " + Tid + ": is a thread of process " +
                       std::to_string(getpid()));
}

} // namespace

//===- HandshakeTest.cpp - Tests of making a VM listen --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Attach/Handshake.h"
#include "ChildProcess.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <fcntl.h>
#include <sys/wait.h>

using namespace hprof;
using namespace llvm;

namespace {

/// When the target was found, the process was a VM that catches SIGQUIT; by
/// now, SIGQUIT would kill the process.
TEST(Handshake, ChecksAgainBeforeTheSignal) {
  ChildProcess C;
  ASSERT_GT(C.Pid, 0);
  auto Pid = static_cast<uint64_t>(C.Pid);
  AttachTarget T;
  Expected<TargetProcess> P = TargetProcess::open(Pid);
  ASSERT_TRUE(bool(P)) << toString(P.takeError());
  T.Process = std::move(*P);
  ASSERT_EQ(toString(T.Process.openFolders()), "");
  T.Maps.VM = VMKind::HotSpot;
  // A socket of the same name may exist in /tmp: left there by a killed VM
  // whose pid was reused.
  SmallString<128> Folder;
  ASSERT_FALSE(sys::fs::createUniqueDirectory("hprof-attach", Folder));
  auto Cleanup = make_scope_exit([&] { sys::fs::remove_directories(Folder); });
  T.Tmp = Descriptor(open(Folder.c_str(), O_PATH | O_DIRECTORY));
  T.SocketName = ".java_pid" + std::to_string(Pid);
  T.Peer = {Pid, geteuid()};
  Expected<Descriptor> Socket =
      connectToVM(T, Deadline(std::chrono::seconds(60)), {});
  EXPECT_THAT(toString(Socket.takeError()),
              testing::HasSubstr("does not catch SIGQUIT"));
  EXPECT_EQ(waitpid(C.Pid, nullptr, WNOHANG), 0) << "it has ended";
}

} // namespace

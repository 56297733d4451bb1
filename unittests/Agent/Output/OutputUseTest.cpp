//===- OutputUseTest.cpp - Tests of other writers of an output ------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Agent/Output/OutputUse.h"
#include "Agent/AgentTesting.h"
#include "gtest/gtest.h"
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace hprof;
using namespace hprof::agent;

static Output outputOf(int Fd) {
  Output Result;
  struct stat Status = {};
  EXPECT_EQ(::fstat(Fd, &Status), 0);
  Result.Fd = Fd;
  Result.Device = Status.st_dev;
  Result.Inode = Status.st_ino;
  return Result;
}

TEST(OutputUse, ByAnotherDescriptorOfThisProcess) {
  TempFolder Folder;
  const std::string Path = Folder.path("out");
  const int Ours = ::open(Path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  const Output O = outputOf(Ours);
  EXPECT_FALSE(isWrittenByOthers(O));
  struct {
    int Flags;
    bool IsUse;
  } Cases[] = {{O_WRONLY | O_CLOEXEC, true},
               {O_RDWR | O_APPEND | O_CLOEXEC, true},
               {O_RDONLY | O_CLOEXEC, false},
               // Without O_CLOEXEC, it may be inherited.
               {O_WRONLY, false}};
  for (const auto &C : Cases) {
    const int Other = ::open(Path.c_str(), C.Flags);
    EXPECT_EQ(isWrittenByOthers(O), C.IsUse) << C.Flags;
    ::close(Other);
    EXPECT_FALSE(isWrittenByOthers(O));
  }
  const int Different = ::open(Folder.path("other").c_str(),
                               O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  EXPECT_FALSE(isWrittenByOthers(O));
  ::close(Different);
  ::close(Ours);
}

TEST(OutputUse, OfFifosButNotOfDevices) {
  TempFolder Folder;
  const std::string Path = Folder.path("fifo");
  ASSERT_EQ(::mkfifo(Path.c_str(), 0600), 0);
  const int Flags = O_RDWR | O_CLOEXEC; // O_RDWR does not block.
  for (const char *Name : {Path.c_str(), "/dev/null"}) {
    const int Ours = ::open(Name, Flags), Other = ::open(Name, Flags);
    EXPECT_EQ(isWrittenByOthers(outputOf(Ours)), Name == Path) << Name;
    ::close(Other);
    ::close(Ours);
  }
}

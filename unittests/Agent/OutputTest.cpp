//===- OutputTest.cpp - Tests of the file of the agent --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Agent/Output.h"
#include "Agent/AgentTesting.h"
#include "gtest/gtest.h"
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

static Options writingTo(const std::string &File) {
  Options O;
  O.File = File;
  O.Binary = true;
  return O;
}

TEST(AgentOutput, ReplacesAFileOnlyWhenTold) {
  TempFolder Folder;
  const std::string File = Folder.path("out");
  writeFile(File, "before");
  ::chmod(File.c_str(), 0644);
  Output Out = cantFail(openOutput(writingTo(File), 7));
  EXPECT_EQ(Out.Name, File);
  EXPECT_EQ(contentOf(File), "before");
  EXPECT_FALSE(bool(truncate(Out)));
  EXPECT_EQ(contentOf(File), "");
  struct stat Status;
  ::stat(File.c_str(), &Status);
  EXPECT_EQ(Status.st_mode & 0777, 0600u);
  ::close(Out.Fd);
}

TEST(AgentOutput, WithoutForceItIsAnotherFile) {
  TempFolder Folder;
  const std::string File = Folder.path("out");
  writeFile(File, "before");
  Options O = writingTo(File);
  O.Force = false;
  Output Out = cantFail(openOutput(O, 7));
  EXPECT_EQ(Out.Name, File + ".7");
  EXPECT_EQ(contentOf(File), "before");
  ::close(Out.Fd);
}

TEST(AgentOutput, SameFileByAnotherName) {
  TempFolder Folder;
  Output A = cantFail(openOutput(writingTo(Folder.path("a")), 7));
  ASSERT_EQ(::symlink(Folder.path("a").c_str(), Folder.path("link").c_str()),
            0);
  Output B = cantFail(openOutput(writingTo(Folder.path("b")), 7));
  Output Link = cantFail(openOutput(writingTo(Folder.path("link")), 7));
  EXPECT_TRUE(A.isSame(Link));
  EXPECT_FALSE(A.isSame(B));
  for (const Output &O : {A, B, Link})
    ::close(O.Fd);
}

TEST(AgentOutput, FifoWithoutAReader) {
  TempFolder Folder;
  const std::string File = Folder.path("fifo");
  ASSERT_EQ(::mkfifo(File.c_str(), 0600), 0);
  // It must not wait: nobody could end the VM.
  Expected<Output> None = openOutput(writingTo(File), 7);
  EXPECT_EQ(toString(None.takeError()),
            "nobody reads the FIFO '" + File + "'; start its reader first");
  const int Reader = ::open(File.c_str(), O_RDONLY | O_NONBLOCK);
  Expected<Output> Out = openOutput(writingTo(File), 7);
  ASSERT_TRUE(bool(Out));
  EXPECT_EQ(::fcntl(Out->Fd, F_GETFL) & O_NONBLOCK, 0);
  ::close(Out->Fd);
  ::close(Reader);
}

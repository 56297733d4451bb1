//===- OutputTest.cpp - Tests of the agent's output file ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Agent/Output/Output.h"
#include "Agent/AgentTesting.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"
#include <fcntl.h>
#include <sys/stat.h>
#include <thread>
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

static Output opened(const Options &O, pid_t Pid = 7) {
  return cantFail(openOutput(O, Pid));
}

static std::string refusal(const std::string &File) {
  Expected<Output> Out = openOutput(writingTo(File), 7);
  return Out ? "accepted" : toString(Out.takeError());
}

static Error write(const Output &Out, StringRef Text) {
  return Out.To->write(arrayRefFromStringRef(Text));
}

static struct stat statusOf(const std::string &Path) {
  struct stat Status = {};
  ::lstat(Path.c_str(), &Status);
  return Status;
}

TEST(AgentOutput, AFileComesWithItsFirstBytes) {
  TempFolder Folder;
  Output Out = opened(writingTo(Folder.path("out")));
  EXPECT_FALSE(bool(Out.To->prepare()));
  EXPECT_EQ(Folder.names(), std::vector<std::string>());
  Out.To->close();
  EXPECT_EQ(Folder.names(), std::vector<std::string>());
  Output Other = opened(writingTo(Folder.path("out")));
  EXPECT_FALSE(bool(Other.To->prepare()));
  EXPECT_FALSE(bool(write(Other, "some")));
  EXPECT_FALSE(bool(write(Other, " more")));
  EXPECT_EQ(contentOf(Folder.path("out")), "some more");
  EXPECT_EQ(statusOf(Folder.path("out")).st_mode & 0777, 0600u);
  Other.To->close();
  Other.To->discard();
  EXPECT_EQ(Folder.names(), std::vector<std::string>());
}

TEST(AgentOutput, ReplacesAFileByANewOne) {
  TempFolder Folder;
  const std::string File = Folder.path("out"), Second = Folder.path("second");
  writeFile(File, "before");
  ::chmod(File.c_str(), 0444);
  ASSERT_EQ(::link(File.c_str(), Second.c_str()), 0);
  Output Out = opened(writingTo(File));
  EXPECT_EQ(Out.To->name(), File);
  EXPECT_EQ(contentOf(File), "before");
  EXPECT_FALSE(bool(Out.To->prepare()));
  EXPECT_EQ(Folder.names(), std::vector<std::string>{"second"});
  EXPECT_FALSE(bool(write(Out, "after")));
  EXPECT_EQ(contentOf(File), "after");
  EXPECT_EQ(statusOf(File).st_mode & 0777, 0600u);
  // The file's other hard link keeps its content.
  EXPECT_EQ(contentOf(Second), "before");
}

TEST(AgentOutput, ALinkIsReplacedNotFollowed) {
  TempFolder Folder;
  const std::string Target = Folder.path("target"), Link = Folder.path("link");
  for (bool Exists : {true, false}) {
    if (Exists)
      writeFile(Target, "kept");
    else
      ::unlink(Target.c_str());
    ASSERT_EQ(::symlink(Target.c_str(), Link.c_str()), 0);
    Output Out = opened(writingTo(Link));
    EXPECT_FALSE(bool(Out.To->prepare()));
    EXPECT_FALSE(bool(write(Out, "dump")));
    EXPECT_TRUE(S_ISREG(statusOf(Link).st_mode));
    EXPECT_EQ(contentOf(Link), "dump");
    EXPECT_EQ(::access(Target.c_str(), F_OK) == 0, Exists);
    if (Exists) {
      EXPECT_EQ(contentOf(Target), "kept");
    }
    Out.To->close();
    ::unlink(Link.c_str());
  }
}

/// A link that appears between the check and the first write.
TEST(AgentOutput, ALateLinkIsNotFollowed) {
  TempFolder Folder;
  const std::string Target = Folder.path("target"), Link = Folder.path("link");
  writeFile(Target, "kept");
  Output Out = opened(writingTo(Link));
  EXPECT_FALSE(bool(Out.To->prepare()));
  ASSERT_EQ(::symlink(Target.c_str(), Link.c_str()), 0);
  EXPECT_FALSE(bool(write(Out, "dump")));
  EXPECT_EQ(contentOf(Target), "kept");
  EXPECT_EQ(contentOf(Link), "dump");
}

/// Only root can change the owner of a file.
TEST(AgentOutput, WhatBelongsToSomebodyElseStays) {
  if (::geteuid() != 0)
    GTEST_SKIP() << "not root";
  constexpr uid_t Other = 65534;
  const std::string Why =
      "': it belongs to user 65534, but the VM runs as user 0";
  TempFolder Folder;
  const std::string File = Folder.path("file"), Link = Folder.path("link"),
                    Own = Folder.path("own"), Fifo = Folder.path("fifo"),
                    Null = Folder.path("null");
  writeFile(File, "theirs");
  writeFile(Own, "ours");
  ASSERT_EQ(::chown(File.c_str(), Other, Other), 0);
  ASSERT_EQ(::symlink(Own.c_str(), Link.c_str()), 0);
  ASSERT_EQ(::lchown(Link.c_str(), Other, Other), 0);
  ASSERT_EQ(::symlink("/dev/null", Null.c_str()), 0);
  ASSERT_EQ(::lchown(Null.c_str(), Other, Other), 0);
  ASSERT_EQ(::mkfifo(Fifo.c_str(), 0666), 0);
  ASSERT_EQ(::chown(Fifo.c_str(), Other, Other), 0);
  EXPECT_EQ(refusal(File), "cannot create '" + File + Why);
  EXPECT_EQ(refusal(Link), "cannot create '" + Link + Why);
  EXPECT_EQ(refusal(Fifo), "cannot write '" + Fifo + Why);
  EXPECT_EQ(refusal(Null), "cannot write '" + Null + Why);
  EXPECT_EQ(contentOf(File), "theirs");
  EXPECT_EQ(contentOf(Own), "ours");
  EXPECT_EQ(statusOf(File).st_uid, Other);
  // A file that is created only after the check.
  Output Late = opened(writingTo(Folder.path("late")));
  EXPECT_FALSE(bool(Late.To->prepare()));
  writeFile(Folder.path("late"), "theirs");
  ASSERT_EQ(::chown(Folder.path("late").c_str(), Other, Other), 0);
  EXPECT_EQ(toString(write(Late, "x")),
            "it belongs to user 65534, but the VM runs as user 0");
  EXPECT_EQ(contentOf(Folder.path("late")), "theirs");
  // With force=n, no existing file is replaced, so none is rejected.
  Options O = writingTo(File);
  O.Force = false;
  EXPECT_EQ(opened(O).To->name(), File + ".7");
}

TEST(AgentOutput, WhatCannotBeCreatedIsRefused) {
  TempFolder Folder;
  EXPECT_EQ(refusal(Folder.path(".")),
            "cannot create '" + Folder.path(".") + "': Is a directory");
  EXPECT_EQ(refusal(Folder.path("none/x")), "cannot create '" +
                                                Folder.path("none/x") +
                                                "': No such file or directory");
  writeFile(Folder.path("file"), "");
  EXPECT_EQ(refusal(Folder.path("file/x")),
            "cannot create '" + Folder.path("file/x") + "': Not a directory");
  // The folder disappears before the first write.
  const std::string In = Folder.path("folder");
  ASSERT_EQ(::mkdir(In.c_str(), 0700), 0);
  Output Out = opened(writingTo(In + "/x"));
  EXPECT_FALSE(bool(Out.To->prepare()));
  ASSERT_EQ(::rmdir(In.c_str()), 0);
  EXPECT_EQ(toString(write(Out, "x")), "No such file or directory");
}

TEST(AgentOutput, WithoutForceItIsAnotherFile) {
  TempFolder Folder;
  const std::string File = Folder.path("out");
  Options O = writingTo(File);
  O.Force = false;
  // Both outputs find that the file does not exist yet.
  Output A = opened(O), B = opened(O, 8);
  for (const Output *Each : {&A, &B}) {
    EXPECT_FALSE(bool(Each->To->prepare()));
    EXPECT_EQ(Each->To->name(), File);
  }
  EXPECT_FALSE(bool(write(A, "a")));
  EXPECT_FALSE(bool(write(B, "b")));
  Output C = opened(O, 9);
  EXPECT_EQ(C.To->name(), File + ".9");
  EXPECT_EQ(contentOf(File), "a");
  EXPECT_EQ(B.To->name(), File + ".8");
  EXPECT_EQ(contentOf(File + ".8"), "b");
}

TEST(AgentOutput, AFileThatIsBeingWrittenStays) {
  TempFolder Folder;
  CapturedMessages Messages;
  const std::string File = Folder.path("out");
  Output A = opened(writingTo(File)), B = opened(writingTo(File), 8);
  EXPECT_FALSE(bool(A.To->prepare()));
  EXPECT_FALSE(bool(B.To->prepare()));
  EXPECT_FALSE(bool(write(A, "a")));
  EXPECT_FALSE(bool(write(B, "b")));
  EXPECT_FALSE(bool(write(A, "a")));
  EXPECT_EQ(contentOf(File), "aa");
  EXPECT_EQ(contentOf(File + ".8"), "b");
  EXPECT_EQ(Messages.text(), "HPROF: another process is writing to '" + File +
                                 "'; the output goes to '" + File + ".8'\n");
  // A complete output is treated like any other file.
  A.To->close();
  Output C = opened(writingTo(File), 9);
  EXPECT_FALSE(bool(C.To->prepare()));
  EXPECT_FALSE(bool(write(C, "c")));
  EXPECT_EQ(contentOf(File), "c");
}

/// No two concurrent writers use the same file.
TEST(AgentOutput, ParallelWritersHaveFilesOfTheirOwn) {
  constexpr unsigned Num = 8;
  for (bool Force : {true, false}) {
    TempFolder Folder;
    CapturedMessages Messages;
    Options O = writingTo(Folder.path("out"));
    O.Force = Force;
    std::vector<Output> All;
    for (unsigned I = 0; I != Num; ++I)
      All.push_back(opened(O, pid_t(100 + I)));
    std::vector<std::thread> Threads;
    for (unsigned I = 0; I != Num; ++I)
      Threads.emplace_back([&, I] {
        EXPECT_EQ(toString(All[I].To->prepare()), "");
        for (unsigned Times = 0; Times != 3; ++Times)
          EXPECT_EQ(toString(write(All[I], std::to_string(I))), "");
      });
    for (std::thread &T : Threads)
      T.join();
    EXPECT_EQ(Folder.names().size(), size_t(Num));
    for (unsigned I = 0; I != Num; ++I)
      EXPECT_EQ(contentOf(All[I].To->name()), std::string(3, char('0' + I)));
  }
}

TEST(AgentOutput, SameFileByAnotherName) {
  TempFolder Folder;
  Output A = opened(writingTo(Folder.path("a")));
  Output B = opened(writingTo(Folder.path("b")));
  ASSERT_EQ(::symlink(".", Folder.path("here").c_str()), 0);
  EXPECT_TRUE(A.isSame(opened(writingTo(Folder.path("./a")))));
  EXPECT_TRUE(A.isSame(opened(writingTo(Folder.path("here/a")))));
  EXPECT_FALSE(A.isSame(B));
  Options O = writingTo(Folder.path("a"));
  O.HeapDump = O.HeapSites = false;
  O.Threads = true;
  EXPECT_FALSE(opened(O).isSame(opened(O)));
}

TEST(AgentOutput, FifoWithoutAReader) {
  TempFolder Folder;
  const std::string File = Folder.path("fifo"), Link = Folder.path("link");
  ASSERT_EQ(::mkfifo(File.c_str(), 0600), 0);
  ASSERT_EQ(::symlink("fifo", Link.c_str()), 0);
  // Opening must not block, because the VM could then not exit.
  for (const std::string &Name : {File, Link})
    EXPECT_EQ(refusal(Name), "no process is reading the FIFO '" + Name +
                                 "'; start its reader first");
  const int Reader = ::open(File.c_str(), O_RDONLY | O_NONBLOCK);
  for (bool Force : {true, false}) {
    Options O = writingTo(Link);
    O.Force = Force;
    Output Out = opened(O);
    EXPECT_FALSE(Out.To->isFile());
    EXPECT_FALSE(bool(Out.To->prepare()));
    EXPECT_FALSE(bool(write(Out, "some")));
    char Got[5] = {};
    EXPECT_EQ(::read(Reader, Got, 4), 4);
    EXPECT_STREQ(Got, "some");
  }
  ::close(Reader);
  EXPECT_EQ(Folder.names(), (std::vector<std::string>{"fifo", "link"}));
}

TEST(AgentOutput, DevicesAndOpenFilesAreWrittenAsTheyAre) {
  TempFolder Folder;
  Output Null = opened(writingTo("/dev/null"));
  EXPECT_FALSE(bool(Null.To->prepare()));
  EXPECT_FALSE(bool(write(Null, "x")));
  EXPECT_TRUE(S_ISCHR(statusOf("/dev/null").st_mode));
  EXPECT_EQ(toString(write(opened(writingTo("/dev/full")), "x")),
            "No space left on device");
  // What the program wrote to the file is kept, and new output follows it.
  const std::string File = Folder.path("file");
  const int Fd = ::open(File.c_str(), O_WRONLY | O_CREAT, 0644);
  for (const char *Of : {"/dev/fd/", "/proc/self/fd/"}) {
    EXPECT_EQ(::write(Fd, "1", 1), 1);
    Output Out = opened(writingTo(Of + std::to_string(Fd)));
    EXPECT_FALSE(bool(Out.To->prepare()));
    EXPECT_FALSE(bool(write(Out, "2")));
    Out.To->close();
    EXPECT_EQ(::write(Fd, "3", 1), 1);
  }
  ::close(Fd);
  EXPECT_EQ(contentOf(File), "123123");
  EXPECT_EQ(refusal("/dev/fd/" + std::to_string(Fd)),
            "cannot open '/dev/fd/" + std::to_string(Fd) +
                "': Bad file descriptor");
}

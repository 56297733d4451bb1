//===- LoadTest.cpp - Tests of loading and unloading ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Agent/Load.h"
#include "Agent/AgentTesting.h"
#include "Agent/FakeJvm.h"
#include "gtest/gtest.h"
#include <atomic>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

static std::string into(const std::string &File, StringRef More = "") {
  return "heap=dump,format=b,verbose=n,file=" + File + More.str();
}

TEST(AgentLoad, GoodOptions) {
  TempFolder Folder;
  CapturedMessages Messages;
  FakeJvm Vm;
  const std::string File = Folder.path("out.hprof");
  EXPECT_EQ(load(*Vm.vm(), into(File).c_str()), JNI_OK);
  ASSERT_EQ(Vm.Environments.size(), 1u);
  EXPECT_FALSE(Vm.Environments[0].isAtRest());
  // Nothing is recorded yet.
  unload();
  EXPECT_EQ(Folder.names(), std::vector<std::string>());
  EXPECT_EQ(Messages.text(), "");
}

TEST(AgentLoad, BadOptions) {
  CapturedMessages Messages;
  FakeJvm Vm;
  EXPECT_EQ(load(*Vm.vm(), "heap=nonsense"), JNI_ERR);
  EXPECT_EQ(attach(*Vm.vm(), "heap=nonsense"), JNI_ERR);
  EXPECT_TRUE(Vm.Environments.empty());
  EXPECT_EQ(Messages.numErrors(), 2u);
}

TEST(AgentLoad, UnwritableFile) {
  TempFolder Folder;
  CapturedMessages Messages;
  FakeJvm Vm;
  const std::string Options = into(Folder.path("none/out"));
  EXPECT_EQ(load(*Vm.vm(), Options.c_str()), JNI_OK);
  ASSERT_EQ(Vm.Environments.size(), 1u);
  EXPECT_TRUE(Vm.Environments[0].isAtRest());
  EXPECT_EQ(Messages.text(), "HPROF ERROR: cannot create '" +
                                 Folder.path("none/out") +
                                 "': No such file or directory; the program "
                                 "continues without being recorded\n");
  Vm.init();
  // The tool that attaches the agent gets an error.
  EXPECT_EQ(attach(*Vm.vm(), Options.c_str()), JNI_ERR);
  Vm.die();
  unload();
}

/// Another user's file must not keep the program from running.
TEST(AgentLoad, AFileOfSomebodyElse) {
  if (::geteuid() != 0)
    GTEST_SKIP() << "not root";
  TempFolder Folder;
  CapturedMessages Messages;
  FakeJvm Vm;
  const std::string File = Folder.path("out");
  writeFile(File, "theirs");
  ASSERT_EQ(::chown(File.c_str(), 65534, 65534), 0);
  EXPECT_EQ(load(*Vm.vm(), into(File).c_str()), JNI_OK);
  ASSERT_EQ(Vm.Environments.size(), 1u);
  EXPECT_TRUE(Vm.Environments[0].isAtRest());
  Vm.init();
  Vm.die();
  unload();
  EXPECT_EQ(contentOf(File), "theirs");
  EXPECT_EQ(Messages.text(),
            "HPROF ERROR: cannot create '" + File +
                "': it belongs to user 65534, but the VM runs as user 0; the "
                "program continues without being recorded\n");
}

TEST(AgentLoad, TheVmHasNotWhatIsNeeded) {
  TempFolder Folder;
  CapturedMessages Messages;
  FakeJvm Vm;
  Vm.Potential.can_tag_objects = 0;
  writeFile(Folder.path("out"), "kept");
  EXPECT_EQ(load(*Vm.vm(), into(Folder.path("out")).c_str()), JNI_OK);
  EXPECT_TRUE(Vm.Environments[0].isAtRest());
  EXPECT_EQ(Messages.text(),
            "HPROF ERROR: AddCapabilities: not available in this VM (JVM TI "
            "error 98); the program continues without being recorded\n");
  // A failed load does not change any file.
  EXPECT_EQ(contentOf(Folder.path("out")), "kept");
}

TEST(AgentLoad, SecondLoadWithTheSameOutputIsRefused) {
  TempFolder Folder;
  CapturedMessages Messages;
  FakeJvm Vm;
  const std::string File = Folder.path("out.hprof");
  EXPECT_EQ(load(*Vm.vm(), into(File).c_str()), JNI_OK);
  Vm.init();
  for (auto Load : {load, attach}) {
    EXPECT_EQ(Load(*Vm.vm(), into(File).c_str()), JNI_ERR);
    EXPECT_TRUE(Vm.Environments.back().isAtRest());
  }
  EXPECT_EQ(Messages.numErrors(), 2u);
  EXPECT_NE(Messages.text().find("choose another file="), std::string::npos);
  EXPECT_FALSE(Vm.Environments.front().isAtRest());
  Vm.die();
  EXPECT_EQ(countOf(recordsIn(contentOf(File)), "heapDumpEnd"), 1u);
  unload();
}

TEST(AgentLoad, LoadsRunSideBySide) {
  TempFolder Folder;
  CapturedMessages Messages;
  FakeJvm Vm;
  const std::string A = Folder.path("a"), B = Folder.path("b");
  EXPECT_EQ(load(*Vm.vm(), into(A).c_str()), JNI_OK);
  EXPECT_EQ(load(*Vm.vm(), into(B, ",doe=n").c_str()), JNI_OK);
  Vm.init();
  FakeJvm::Thread &Worker = Vm.addThread("worker");
  Vm.startThread(Worker);
  Vm.endThread(Worker);
  Vm.die();
  const std::string InA = recordsIn(contentOf(A)),
                    InB = recordsIn(contentOf(B));
  for (const std::string &In : {InA, InB}) {
    EXPECT_EQ(countOf(In, "- endThread: {threadSerial: 200002}"), 1u);
    EXPECT_EQ(countOf(In, "name: java.lang.Thread}"), 1u);
  }
  EXPECT_EQ(countOf(InA, "heapDumpEnd"), 1u);
  EXPECT_EQ(countOf(InB, "heapDumpEnd"), 0u);
  EXPECT_EQ(Messages.text(), "");
  unload();
}

TEST(AgentLoad, AttachRecordsAtOnce) {
  TempFolder Folder;
  CapturedMessages Messages;
  FakeJvm Vm;
  Vm.Now = FakeJvm::Phase::Live;
  Vm.addThread("runs");
  const std::string File = Folder.path("out");
  EXPECT_EQ(attach(*Vm.vm(), into(File, ",dump=heap").c_str()), JNI_OK);
  // The first dump is complete before the VM exits.
  EXPECT_EQ(countOf(recordsIn(contentOf(File)), "heapDumpEnd"), 1u);
  Vm.die();
  const std::string Records = recordsIn(contentOf(File));
  EXPECT_EQ(countOf(Records, "heapDumpEnd"), 2u);
  EXPECT_EQ(countOf(Records, "name: runs,"), 1u);
  EXPECT_EQ(Messages.text(), "");
  unload();
}

/// No further output will be written, so another load can use the file.
TEST(AgentLoad, AttachForOneDump) {
  TempFolder Folder;
  CapturedMessages Messages;
  FakeJvm Vm;
  Vm.Now = FakeJvm::Phase::Live;
  const std::string File = Folder.path("out");
  for (unsigned N = 1; N != 4; ++N) {
    EXPECT_EQ(attach(*Vm.vm(), into(File, ",dump=heap,doe=n").c_str()), JNI_OK);
    EXPECT_EQ(countOf(recordsIn(contentOf(File)), "heapDumpEnd"), 1u);
    EXPECT_TRUE(Vm.Environments.back().isAtRest());
    EXPECT_EQ(Vm.NumDumps, N);
  }
  Vm.startThread(Vm.addThread("later"));
  Vm.requestDump();
  Vm.die();
  EXPECT_EQ(Vm.NumDumps, 3u);
  EXPECT_EQ(Messages.text(), "");
  unload();
}

/// HotSpot may still call back in an environment whose events a thread has
/// disabled, if another thread had already begun to post an event.
TEST(AgentLoadThreads, EventsComeWhileASessionEnds) {
  TempFolder Folder;
  CapturedMessages Messages;
  FakeJvm Vm;
  Vm.start();
  Vm.Now = FakeJvm::Phase::Live;
  FakeJvm::Object &Class = Vm.addClass("LThing;");
  std::atomic<bool> IsOver{false};
  std::vector<std::thread> Threads;
  for (unsigned I = 0; I != 3; ++I) {
    FakeJvm::Thread &T = Vm.addThread("worker");
    FakeJvm::Object &Thing = Vm.addObject(Class);
    Threads.emplace_back([&] {
      Vm.as(T, [&] {
        while (!IsOver) {
          Vm.allocate(Thing, 24);
          std::this_thread::yield();
        }
      });
    });
  }
  const std::string Options =
      "heap=sites,thread=y,verbose=n,file=" + Folder.path("sites.txt");
  for (unsigned Round = 0; Round != 10; ++Round) {
    EXPECT_EQ(attach(*Vm.vm(), Options.c_str()), JNI_OK);
    EXPECT_EQ(attach(*Vm.vm(), "stop"), JNI_OK);
  }
  IsOver = true;
  for (std::thread &T : Threads)
    T.join();
  // The sessions have used one environment, one after another.
  ASSERT_EQ(Vm.Environments.size(), 1u);
  EXPECT_TRUE(Vm.Environments[0].isAtRest());
  EXPECT_EQ(Messages.text(), "");
  unload();
}

/// For agents loaded at startup and for attached agents.
TEST(AgentLoad, StopEndsAll) {
  TempFolder Folder;
  CapturedMessages Messages;
  FakeJvm Vm;
  EXPECT_EQ(load(*Vm.vm(), into(Folder.path("a")).c_str()), JNI_OK);
  Vm.init();
  EXPECT_EQ(attach(*Vm.vm(), into(Folder.path("b"), ",doe=n").c_str()), JNI_OK);
  EXPECT_EQ(attach(*Vm.vm(), "stop"), JNI_OK);
  for (const FakeJvm::Env &E : Vm.Environments)
    EXPECT_TRUE(E.isAtRest());
  EXPECT_EQ(countOf(recordsIn(contentOf(Folder.path("a"))), "heapDumpEnd"), 1u);
  EXPECT_EQ(Vm.NumDumps, 1u);
  EXPECT_EQ(Messages.text(), "");
  EXPECT_EQ(attach(*Vm.vm(), "stop"), JNI_ERR);
  EXPECT_EQ(Messages.text(),
            "HPROF ERROR: stop: this agent is not recording in this VM\n");
  // Other loads can use the files.
  EXPECT_EQ(attach(*Vm.vm(), into(Folder.path("a")).c_str()), JNI_OK);
  Vm.die();
  EXPECT_EQ(Vm.NumDumps, 2u);
  unload();
}

TEST(AgentLoad, AttachForADumpThatFails) {
  CapturedMessages Messages;
  FakeJvm Vm;
  Vm.Now = FakeJvm::Phase::Live;
  EXPECT_EQ(attach(*Vm.vm(), into("/dev/full", ",dump=heap").c_str()), JNI_ERR);
  EXPECT_EQ(Messages.numErrors(), 1u);
  Vm.startThread(Vm.addThread("later"));
  Vm.requestDump();
  Vm.die();
  EXPECT_EQ(Messages.numErrors(), 1u);
  unload();
}

/// A rejected load leaves the files unchanged.
TEST(AgentLoad, ASecondLoadForSitesIsRefused) {
  TempFolder Folder;
  CapturedMessages Messages;
  FakeJvm Vm;
  const std::string Sites = "heap=sites,verbose=n,file=";
  EXPECT_EQ(load(*Vm.vm(), (Sites + Folder.path("a")).c_str()), JNI_OK);
  writeFile(Folder.path("b"), "kept");
  for (const char *File : {"b", "c"})
    EXPECT_EQ(load(*Vm.vm(), (Sites + Folder.path(File)).c_str()), JNI_ERR);
  EXPECT_EQ(Folder.names(), std::vector<std::string>{"b"});
  EXPECT_EQ(contentOf(Folder.path("b")), "kept");
  const std::string Error = "HPROF ERROR: heap=sites: an earlier load of this "
                            "agent is recording allocations to '" +
                            Folder.path("a") +
                            "'; a VM reports them to only one load\n";
  EXPECT_EQ(Messages.text(), Error + Error);
  unload();
}

TEST(AgentLoad, DumpsOfWhatIsNotRecordedAreRefused) {
  TempFolder Folder;
  CapturedMessages Messages;
  FakeJvm Vm;
  Vm.Now = FakeJvm::Phase::Live;
  EXPECT_EQ(attach(*Vm.vm(), into(Folder.path("a"), ",dump=cpu").c_str()),
            JNI_ERR);
  EXPECT_NE(Messages.text().find(
                "dump option requests data that no other option records"),
            std::string::npos);
  EXPECT_TRUE(Folder.names().empty());
}

TEST(AgentLoad, AttachInAThreadThatIsNotTheVms) {
  TempFolder Folder;
  CapturedMessages Messages;
  FakeJvm Vm;
  Vm.Now = FakeJvm::Phase::Live;
  Vm.mainThread().IsAttached = false;
  const std::string File = Folder.path("out");
  EXPECT_EQ(attach(*Vm.vm(), into(File).c_str()), JNI_ERR);
  EXPECT_EQ(Messages.numErrors(), 1u);
  for (const FakeJvm::Env &E : Vm.Environments)
    EXPECT_TRUE(E.isAtRest());
  // The file can be used by another attempt.
  Vm.mainThread().IsAttached = true;
  EXPECT_EQ(attach(*Vm.vm(), into(File).c_str()), JNI_OK);
  EXPECT_EQ(Messages.numErrors(), 1u);
  Vm.die();
  unload();
}

static size_t numOpenFiles() {
  size_t N = 0;
  for (int Fd = 0; Fd != 256; ++Fd) {
    struct stat Status;
    N += ::fstat(Fd, &Status) == 0;
  }
  return N;
}

TEST(AgentLoad, UnloadWithoutVmDeath) {
  TempFolder Folder;
  CapturedMessages Messages;
  const size_t NumOpen = numOpenFiles();
  FakeJvm Vm;
  EXPECT_EQ(load(*Vm.vm(), into(Folder.path("out")).c_str()), JNI_OK);
  EXPECT_EQ(load(*Vm.vm(), into(Folder.path("none")).c_str()), JNI_OK);
  Vm.init();
  Vm.requestDump();
  EXPECT_GT(numOpenFiles(), NumOpen);
  unload();
  unload();
  EXPECT_EQ(numOpenFiles(), NumOpen);
  EXPECT_EQ(Folder.names(), (std::vector<std::string>{"none", "out"}));
  EXPECT_EQ(countOf(recordsIn(contentOf(Folder.path("out"))), "heapDumpEnd"),
            1u);
  // Late events do nothing.
  Vm.startThread(Vm.addThread("late"));
  Vm.requestDump();
  Vm.die();
  EXPECT_EQ(Messages.text(), "");
}

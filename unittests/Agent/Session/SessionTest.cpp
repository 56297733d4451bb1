//===- SessionTest.cpp - Tests of the life of one agent load --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Agent/Session/Session.h"
#include "Agent/AgentTesting.h"
#include "Agent/FakeJvm.h"
#include "hprof/Agent/Load.h"
#include "gtest/gtest.h"
#include <thread>

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

namespace {
/// A VM with the agent writing to a file.
struct Loaded {
  TempFolder Folder;
  CapturedMessages Messages;
  FakeJvm Vm;
  const std::string File;

  explicit Loaded(StringRef Options = "heap=dump,format=b,verbose=n",
                  const std::string &To = "")
      : File(To.empty() ? Folder.path("out.hprof") : To) {
    EXPECT_EQ(load(*Vm.vm(), (Options + ",file=" + File).str().c_str()),
              JNI_OK);
  }
  ~Loaded() { unload(); }
  std::string records() const { return recordsIn(contentOf(File)); }
};

/// The kinds of those lines of \p Records that begin with one of \p Kinds.
std::string order(StringRef Records, ArrayRef<StringRef> Kinds) {
  std::string Result;
  while (!Records.empty()) {
    auto [Line, Rest] = Records.split('\n');
    for (StringRef K : Kinds)
      if (Line.starts_with(("- " + K + ":").str()))
        Result += (Result.empty() ? "" : " ") + K.str();
    Records = Rest;
  }
  return Result;
}
} // namespace

TEST(Session, RecordsInTheOrderOfEvents) {
  Loaded L;
  EXPECT_EQ(contentOf(L.File), "");
  L.Vm.init();
  FakeJvm::Thread &Worker = L.Vm.addThread("worker");
  L.Vm.startThread(Worker);
  L.Vm.endThread(Worker);
  L.Vm.die();
  const std::string R = L.records();
  EXPECT_EQ(order(R, {"controlSettings", "startThread", "endThread",
                      "heapDumpSegment", "heapDumpEnd"}),
            "controlSettings startThread startThread endThread "
            "heapDumpSegment heapDumpEnd");
  for (const char *Line :
       {"- controlSettings: {flags: 1, traceDepth: 4}\n"
        "- stackTrace: {traceSerial: 300000}\n"
        "- utf8: {id: 0xa0000001, text: java.lang.Object}\n"
        "- loadClass: {classSerial: 100001, class: 0x20000000, traceSerial: "
        "300000, name: java.lang.Object}\n",
        "- startThread: {threadSerial: 200001, thread: 0x50000000, "
        "traceSerial: 300000, name: main, groupName: main, parentGroupName: "
        "system}\n",
        "- startThread: {threadSerial: 200002, thread: 0x50000200, "
        "traceSerial: 300000, name: worker, groupName: main, "
        "parentGroupName: system}\n"
        "- endThread: {threadSerial: 200002}\n",
        "- rootThreadObject: {object: 0x50000000, threadSerial: 200001,",
        "- instance: {object: 0x50000000, class: java.lang.Thread}\n"})
    EXPECT_EQ(countOf(R, Line), 1u) << Line;
  EXPECT_EQ(countOf(R, "rootJniGlobal"), 0u);
  EXPECT_EQ(countOf(R, "objectArray"), 0u);
  EXPECT_EQ(L.Messages.text(), "");
  EXPECT_EQ(L.Folder.names(), std::vector<std::string>{"out.hprof"});
}

TEST(Session, DumpsAreComplete) {
  Loaded L;
  L.Vm.init();
  L.Vm.requestDump();
  // The dump can be read while the program runs.
  EXPECT_EQ(countOf(L.records(), "heapDumpEnd"), 1u);
  L.Vm.addClass("LLater;");
  L.Vm.requestDump();
  L.Vm.die();
  const std::string R = L.records();
  EXPECT_EQ(countOf(R, "heapDumpEnd"), 3u);
  EXPECT_EQ(countOf(R, "name: Later}"), 1u);
  EXPECT_EQ(countOf(R, "classDump: {class: Later, super: java.lang.Object}"),
            2u);
  EXPECT_EQ(countOf(R, "objectArray"), 0u);
  EXPECT_EQ(L.Vm.NumDumps, 3u);
}

TEST(Session, ManyClassesAndThreads) {
  Loaded L;
  for (unsigned I = 0; I != 200; ++I) {
    L.Vm.addClass("LClass" + std::to_string(I) + ";");
    L.Vm.addThread("thread " + std::to_string(I));
  }
  L.Vm.init();
  for (unsigned I = 0; I != 200; ++I) {
    L.Vm.addClass("LLater" + std::to_string(I) + ";");
    L.Vm.startThread(L.Vm.addThread("later " + std::to_string(I)));
  }
  L.Vm.requestDump();
  // Creates more threads than classes.
  for (unsigned I = 0; I != 1000; ++I)
    L.Vm.startThread(L.Vm.addThread("last " + std::to_string(I)));
  L.Vm.die();
  // The fake reports if local references exceed their capacity.
  EXPECT_EQ(countOf(L.records(), "startThread"), 1401u);
}

TEST(Session, TextOutput) {
  Loaded L("heap=dump,verbose=y");
  L.Vm.init();
  FakeJvm::Thread &Worker = L.Vm.addThread("worker");
  L.Vm.startThread(Worker);
  L.Vm.endThread(Worker);
  L.Vm.die();
  const std::string Text = contentOf(L.File);
  for (const char *Line :
       {"THREAD START (obj=50000200, id = 200002, name=\"worker\", "
        "group=\"main\")",
        "THREAD END (id = 200002)", "HEAP DUMP BEGIN", "HEAP DUMP END"})
    EXPECT_EQ(countOf(Text, Line), 1u) << Line;
  EXPECT_EQ(countOf(Text, "JAVA PROFILE"), 1u);
  EXPECT_EQ(L.Messages.text(), "Dumping Java heap ... done.\n");
}

TEST(Session, WithoutTheDumper) {
  Loaded L;
  L.Vm.HasDumper = false;
  L.Vm.init();
  L.Vm.die();
  EXPECT_EQ(L.Messages.numErrors(), 1u);
  EXPECT_NE(L.Messages.text().find("NoClassDefFoundError"), std::string::npos);
  EXPECT_EQ(countOf(L.records(), "startThread"), 1u);
}

TEST(Session, DumpThatTheVmDoesNotWrite) {
  Loaded L;
  L.Vm.init();
  L.Vm.OnDump = [&](const std::string &) {
    L.Vm.throwNew("java.io.IOException: No space left on device");
  };
  L.Vm.requestDump();
  EXPECT_EQ(
      L.Messages.text(),
      "HPROF ERROR: Java heap: the VM's heap dump: java.io.IOException: No "
      "space left on device; the heap walk failed, too: IterateThroughHeap: "
      "not available in this VM (JVM TI error 98); nothing was dumped\n");
  // The same for files that are not dumps, are truncated or lack held objects.
  const StringRef Header("JAVA PROFILE 1.0.2\0\0\0\0\x08\0\0\0\0\0\0\0\0", 31);
  for (StringRef Bytes :
       {StringRef("nonsense"), Header.take_front(25), Header}) {
    L.Vm.OnDump = [&](const std::string &Path) { writeFile(Path, Bytes); };
    L.Vm.requestDump();
  }
  EXPECT_EQ(L.Messages.numErrors(), 4u);
  EXPECT_EQ(countOf(L.Messages.text(), "; the heap walk failed, too: "), 4u);
  L.Vm.OnDump = nullptr;
  L.Vm.die();
  EXPECT_EQ(L.Messages.numErrors(), 4u);
  EXPECT_EQ(countOf(L.records(), "heapDumpEnd"), 1u);
  EXPECT_EQ(L.Folder.names(), std::vector<std::string>{"out.hprof"});
}

TEST(Session, MessagesBeginTheirOwnLines) {
  Loaded L("heap=dump,format=b,verbose=y");
  L.Vm.init();
  L.Vm.OnDump = [&](const std::string &) {
    L.Vm.throwNew("java.io.IOException: No space left on device");
  };
  L.Vm.requestDump();
  EXPECT_TRUE(StringRef(L.Messages.text())
                  .starts_with("Dumping Java heap ...\nHPROF: the heap is "
                               "walked through JVM TI"))
      << L.Messages.text();
  EXPECT_NE(L.Messages.text().find("device\nHPROF ERROR: Java heap: the VM's"),
            std::string::npos)
      << L.Messages.text();
  L.Vm.OnDump = nullptr;
  L.Vm.requestDump();
  EXPECT_TRUE(
      StringRef(L.Messages.text())
          .ends_with("98); nothing was dumped\nDumping Java heap ... done.\n"));
  L.Vm.die();
  Loaded Full("heap=dump,format=b,verbose=y", "/dev/full");
  Full.Vm.init();
  Full.Vm.requestDump();
  EXPECT_EQ(
      Full.Messages.text(),
      "Dumping Java heap ...\nHPROF ERROR: cannot write '/dev/full': No space "
      "left on device; the program continues without being recorded\n");
}

/// The VM's dump is written next to the output, or to the temporary folder.
TEST(Session, TheVmsDumpIsTemporary) {
  Loaded L;
  std::string Path;
  L.Vm.OnDump = [&](const std::string &To) {
    Path = To;
    L.Vm.writeDump(To);
    unload();
  };
  L.Vm.init();
  L.Vm.requestDump();
  EXPECT_TRUE(StringRef(Path).starts_with(L.File + "."));
  EXPECT_TRUE(StringRef(Path).ends_with(".hprof"));
  EXPECT_EQ(L.Folder.names(), std::vector<std::string>{"out.hprof"});
  L.Vm.die();

  TempFolder Temporary;
  const char *Set = ::getenv("TMPDIR");
  const std::string Before = Set ? Set : "";
  ::setenv("TMPDIR", Temporary.path("").c_str(), 1);
  Loaded Null("heap=dump,format=b,verbose=n", "/dev/null");
  Null.Vm.OnDump = [&](const std::string &To) {
    Path = To;
    Null.Vm.writeDump(To);
  };
  Null.Vm.init();
  Null.Vm.requestDump();
  EXPECT_TRUE(StringRef(Path).starts_with(Temporary.path(""))) << Path;
  EXPECT_TRUE(Temporary.names().empty());
  EXPECT_EQ(Null.Messages.text(), "");
  Set ? ::setenv("TMPDIR", Before.c_str(), 1) : ::unsetenv("TMPDIR");
  Null.Vm.die();
}

TEST(Session, FullDisk) {
  for (const char *Format : {"format=b", "format=a"}) {
    Loaded L((Twine("heap=dump,verbose=n,") + Format).str(), "/dev/full");
    L.Vm.init();
    L.Vm.requestDump();
    L.Vm.startThread(L.Vm.addThread("worker"));
    // All event callbacks but one have been removed.
    const FakeJvm::Env &E = L.Vm.Environments.front();
    EXPECT_EQ(std::count_if(std::begin(E.Callbacks), std::end(E.Callbacks),
                            [](auto *Callback) { return Callback != nullptr; }),
              1);
    L.Vm.requestDump();
    L.Vm.die();
    EXPECT_EQ(L.Messages.text(),
              "HPROF ERROR: cannot write '/dev/full': No space left on device; "
              "the program continues without being recorded\n");
    EXPECT_EQ(L.Vm.NumDumps, 1u);
  }
}

TEST(Session, ThePendingExceptionIsKept) {
  Loaded L;
  L.Vm.init();
  FakeJvm::Thread &Worker = L.Vm.addThread("worker");
  FakeJvm::Object &Thrown =
      L.Vm.make(FakeJvm::Object::Kind::Plain, "the program's");
  // The fake detects a callback that changes the pending exception.
  L.Vm.mainThread().Pending = Worker.Pending = &Thrown;
  L.Vm.startThread(Worker);
  L.Vm.HasDumper = false;
  L.Vm.requestDump();
  L.Vm.HasDumper = true;
  L.Vm.requestDump();
  L.Vm.endThread(Worker);
  L.Vm.die();
  EXPECT_EQ(countOf(L.records(), "endThread"), 1u);
}

TEST(Session, StandsAsideAtTheStart) {
  Loaded L;
  L.Vm.failTi(1, JVMTI_ERROR_OUT_OF_MEMORY, "GetLoadedClasses");
  L.Vm.init();
  EXPECT_EQ(L.Messages.text(),
            "HPROF ERROR: GetLoadedClasses: out of memory (JVM TI error 110); "
            "the program continues without being recorded\n");
  L.Vm.startThread(L.Vm.addThread("worker"));
  L.Vm.requestDump();
  L.Vm.die();
  EXPECT_EQ(L.Messages.numErrors(), 1u);
  EXPECT_EQ(L.Vm.NumDumps, 0u);
}

/// A thread is in a callback while another detects that the start failed.
TEST(Session, StandsAsideWhileAThreadStarts) {
  Loaded L;
  FakeJvm::Thread &Worker = L.Vm.addThread("worker");
  std::thread InCallback;
  std::mutex Lock;
  std::condition_variable Changed;
  bool IsInside = false, MayLeave = false;
  auto Wait = [&](bool &For) {
    std::unique_lock<std::mutex> Hold(Lock);
    Changed.wait(Hold, [&] { return For; });
  };
  auto Set = [&](bool &To) {
    std::lock_guard<std::mutex> Hold(Lock);
    To = true;
    Changed.notify_all();
  };
  L.Vm.BeforeTi = [&](StringRef Name) {
    if (Name == "GetThreadInfo" && L.Vm.current() == &Worker) {
      Set(IsInside);
      Wait(MayLeave);
    }
    if (Name == "GetAllThreads") {
      InCallback = std::thread([&] { L.Vm.startThread(Worker); });
      Wait(IsInside);
    }
    // The environment is given back only when no thread uses it any more.
    if (Name == "SetEventCallbacks")
      Set(MayLeave);
    if (Name == "RelinquishCapabilities")
      InCallback.join();
  };
  L.Vm.failTi(1, JVMTI_ERROR_OUT_OF_MEMORY, "GetAllThreads");
  L.Vm.init();
  EXPECT_EQ(L.Messages.numErrors(), 1u);
  EXPECT_TRUE(L.Vm.Environments.front().isAtRest());
  EXPECT_EQ(L.Folder.names(), std::vector<std::string>());
  L.Vm.die();
  EXPECT_EQ(L.Messages.numErrors(), 1u);
}

/// VM exit waits for a thread that is in a callback.
TEST(Session, DiesWhileAThreadDumps) {
  Loaded L;
  L.Vm.init();
  FakeJvm::Thread &Dumper = L.Vm.addThread("dumper");
  std::thread Dying;
  L.Vm.BeforeTi = [&](StringRef Name) {
    // The program exits during the other thread's dump.
    if (Name == "GetLoadedClasses" && L.Vm.current() == &Dumper &&
        !Dying.joinable())
      Dying =
          std::thread([&] { L.Vm.as(L.Vm.mainThread(), [&] { L.Vm.die(); }); });
  };
  L.Vm.as(Dumper, [&] { L.Vm.requestDump(); });
  Dying.join();
  EXPECT_EQ(countOf(L.records(), "heapDumpEnd"), 2u);
  EXPECT_EQ(L.Messages.text(), "");
}

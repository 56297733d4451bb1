//===- OutOfMemoryTest.cpp - Tests of dumps at an OutOfMemoryError --------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Agent/AgentTesting.h"
#include "Agent/FakeJvm.h"
#include "Agent/Session/HeapReserve.h"
#include "hprof/Agent/Load.h"
#include "gtest/gtest.h"
#include <atomic>
#include <thread>
#include <utility>

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

namespace {
/// A VM whose heap is recorded with \p More options.
struct Exhausted {
  TempFolder Folder;
  CapturedMessages Messages;
  FakeJvm Vm;
  const std::string File = Folder.path("out.hprof");

  explicit Exhausted(StringRef More = "") {
    EXPECT_EQ(
        load(
            *Vm.vm(),
            ("heap=dump,format=b,verbose=n,file=" + File + More.str()).c_str()),
        JNI_OK);
    Vm.init();
  }
  ~Exhausted() { unload(); }
  unsigned numDumps() const {
    const std::string Bytes = contentOf(File);
    return Bytes.empty() ? 0 : countOf(recordsIn(Bytes), "heapDumpEnd");
  }
};
} // namespace

TEST(OutOfMemory, IsDumpedOnce) {
  Exhausted L;
  EXPECT_EQ(L.Folder.names(), std::vector<std::string>());
  L.Vm.exhaust("Java heap space");
  // The dump exists, whatever happens afterwards.
  EXPECT_EQ(L.numDumps(), 1u);
  L.Vm.exhaust("Java heap space");
  L.Vm.exhaust("Metaspace");
  EXPECT_EQ(L.numDumps(), 1u);
  L.Vm.die();
  EXPECT_EQ(L.numDumps(), 2u);
  EXPECT_EQ(L.Messages.text(), "");
}

TEST(OutOfMemory, TheExceptionThatIsPendingStays) {
  Exhausted L;
  FakeJvm::Object &Pending =
      L.Vm.addObject(*L.Vm.classOf("Ljava/lang/Object;"));
  L.Vm.mainThread().Pending = &Pending;
  L.Vm.exhaust("Java heap space");
  EXPECT_EQ(L.Vm.mainThread().Pending, &Pending);
  EXPECT_EQ(L.numDumps(), 1u);
  L.Vm.mainThread().Pending = nullptr;
  L.Vm.die();
}

TEST(OutOfMemory, IsIgnoredIfAskedFor) {
  for (const char *Options : {",oom=ignore", ",doe=n"}) {
    Exhausted L(Options);
    L.Vm.exhaust("Java heap space");
    EXPECT_EQ(L.numDumps(), 0u) << Options;
    // The agent does not request the capability for these events.
    EXPECT_FALSE(L.Vm.Environments.front()
                     .Possessed.can_generate_resource_exhaustion_heap_events);
    L.Vm.die();
  }
}

TEST(OutOfMemory, EndsTheVm) {
  Exhausted L(",oom=exit");
  L.Vm.exhaust("Java heap space");
  EXPECT_TRUE(L.Vm.mainThread().HasExited);
  EXPECT_EQ(L.Vm.mainThread().ExitStatus, 3);
  // There is no second dump at exit, because it would be identical.
  EXPECT_EQ(L.numDumps(), 1u);
  EXPECT_EQ(L.Messages.text(), "HPROF: terminating the VM (oom=exit)\n");
}

/// The agent handles failures of its own allocations without a dump.
TEST(OutOfMemory, InTheAgentsOwnWorkIsNoNews) {
  Exhausted L;
  bool IsInside = false;
  L.Vm.OnDump = [&](const std::string &Path) {
    L.Vm.exhaust("in the dump");
    L.Vm.writeDump(Path);
    IsInside = true;
  };
  L.Vm.requestDump();
  EXPECT_TRUE(IsInside);
  EXPECT_EQ(L.numDumps(), 1u);
  L.Vm.OnDump = nullptr;
  bool IsInCallback = false;
  L.Vm.BeforeTi = [&](StringRef Name) {
    if (Name == "GetThreadInfo" && !std::exchange(IsInCallback, true))
      L.Vm.exhaust("in a callback");
  };
  L.Vm.startThread(L.Vm.addThread("worker"));
  L.Vm.BeforeTi = nullptr;
  EXPECT_TRUE(IsInCallback);
  EXPECT_EQ(L.numDumps(), 1u);
  // The application's own error still counts as the first one.
  L.Vm.exhaust("in the program");
  EXPECT_EQ(L.numDumps(), 2u);
  L.Vm.die();
}

/// The tracker allocates while it holds its lock, which a dump also acquires.
TEST(OutOfMemory, InTheTrackerIsNoNews) {
  Exhausted L;
  FakeJvm::Object &Tracker = L.Vm.addClass("Ljava/lang/HprofTracker;");
  L.Vm.mainThread().Stack = {L.Vm.addPlace(Tracker, "addCallee")};
  L.Vm.exhaust("Java heap space");
  EXPECT_EQ(L.numDumps(), 0u);
  L.Vm.mainThread().Stack = {
      L.Vm.addPlace(*L.Vm.classOf("Ljava/lang/Object;"), "main")};
  L.Vm.exhaust("Java heap space");
  EXPECT_EQ(L.numDumps(), 1u);
  L.Vm.die();
}

/// Without waiting, the VM might exit when the next thread fails.
TEST(OutOfMemory, OthersWaitForTheDump) {
  Exhausted L;
  FakeJvm::Thread &Other = L.Vm.addThread("other");
  std::thread Second;
  std::atomic<bool> HasWritten{false}, HasBegun{false};
  L.Vm.OnDump = [&](const std::string &Path) {
    Second = std::thread([&] {
      L.Vm.as(Other, [&] {
        HasBegun = true;
        L.Vm.exhaust("Java heap space");
        EXPECT_TRUE(HasWritten);
      });
    });
    while (!HasBegun)
      std::this_thread::yield();
    L.Vm.writeDump(Path);
    HasWritten = true;
  };
  L.Vm.exhaust("Java heap space");
  L.Vm.OnDump = nullptr;
  Second.join();
  EXPECT_EQ(L.numDumps(), 1u);
  L.Vm.die();
}

/// After the start, nothing is reserved: other threads use freed memory.
TEST(OutOfMemory, NothingIsSetAsideAfterTheStart) {
  for (bool IsExhausted : {false, true}) {
    Exhausted L;
    L.Vm.failJni(1, "NewObjectArray");
    if (IsExhausted)
      L.Vm.exhaust("Java heap space");
    L.Vm.requestDump();
    L.Vm.die();
    EXPECT_EQ(L.Vm.failed(), "");
    EXPECT_EQ(L.numDumps(), IsExhausted ? 3u : 2u);
  }
}

TEST(OutOfMemory, AVmThatDoesNotTell) {
  TempFolder Folder;
  CapturedMessages Messages;
  FakeJvm Vm;
  Vm.Potential.can_generate_resource_exhaustion_heap_events = 0;
  Vm.Potential.can_generate_resource_exhaustion_threads_events = 0;
  const std::string File = Folder.path("out");
  EXPECT_EQ(load(*Vm.vm(), ("heap=dump,format=b,file=" + File).c_str()),
            JNI_OK);
  processEnds();
  Vm.init();
  EXPECT_EQ(Messages.text(), "");
  processEnds();
  EXPECT_EQ(
      Messages.text(),
      "HPROF: the VM is exiting without notifying the agent; data recorded "
      "since the last dump is missing from '" +
          File + "'\n");
  Vm.die();
  const std::string Before = Messages.text();
  processEnds();
  EXPECT_EQ(Messages.text(), Before);
  unload();
}

TEST(OutOfMemory, TheReserveFitsTheHeap) {
  EXPECT_EQ(HeapReserve::bytesFor(UINT64_C(1) << 20), UINT64_C(1) << 16);
  EXPECT_EQ(HeapReserve::bytesFor(UINT64_C(32) << 20), UINT64_C(2) << 20);
  EXPECT_EQ(HeapReserve::bytesFor(UINT64_C(1) << 30), UINT64_C(2) << 20);
  EXPECT_EQ(HeapReserve::bytesFor(UINT64_C(64) << 30), UINT64_C(64) << 20);
}

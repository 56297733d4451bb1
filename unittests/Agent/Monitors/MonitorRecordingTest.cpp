//===- MonitorRecordingTest.cpp - Contention of monitors ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Agent/AgentTesting.h"
#include "Agent/FakeJvm.h"
#include "hprof/Agent/Load.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

namespace {
constexpr jint Parked = JVMTI_THREAD_STATE_ALIVE | JVMTI_THREAD_STATE_WAITING |
                        JVMTI_THREAD_STATE_PARKED;

/// A VM with the agent. The main thread has the id 200001.
struct Contended {
  TempFolder Folder;
  CapturedMessages Messages;
  FakeJvm Vm;
  const std::string File = Folder.path("out");
  FakeJvm::Object &Door = Vm.addClass("Lp/Door;"),
                  &Bell = Vm.addClass("LBell;");
  FakeJvm::Object &AnyDoor = Vm.addObject(Door), &AnyBell = Vm.addObject(Bell);

  void run(StringRef More = "") {
    EXPECT_EQ(load(*Vm.vm(), options(More).c_str()), JNI_OK);
    Vm.init();
  }
  void runAttached() {
    Vm.Potential.can_get_owned_monitor_info = 0;
    Vm.Potential.can_get_current_contended_monitor = 0;
    Vm.Now = FakeJvm::Phase::Live;
    EXPECT_EQ(attach(*Vm.vm(), options("").c_str()), JNI_OK);
  }
  ~Contended() { unload(); }

  /// Adds a thread; the ids start at 200002.
  FakeJvm::Thread &startThread(StringRef Name) {
    FakeJvm::Thread &T = Vm.addThread(Name);
    Vm.startThread(T);
    return T;
  }
  static void own(FakeJvm::Thread &T, FakeJvm::Object &O, jint Entries = 1) {
    O.Monitor.Owner = &T;
    O.Monitor.Entries = Entries;
  }

  /// The output without header, thread records, dates and milliseconds.
  std::string text();
  /// The last section of the kind \p Kind.
  std::string section(StringRef Kind);

private:
  std::string options(StringRef More) {
    return ("monitor=y,verbose=n,file=" + File + More.str());
  }
};
} // namespace

std::string Contended::text() {
  const std::string All = contentOf(File);
  StringRef Rest = StringRef(All).split("\n--------\n\n").second;
  std::string Result;
  while (!Rest.empty()) {
    auto [Line, Next] = Rest.split('\n');
    Rest = Next;
    if (Line.starts_with("MONITOR TIME BEGIN"))
      Line = "MONITOR TIME BEGIN";
    if (auto At = Line.find("time_waited="); At != StringRef::npos)
      Result += Line.take_front(At).str() +
                Line.drop_front(Line.rfind("thread")).str() + "\n";
    else if (!Line.starts_with("THREAD"))
      Result += Line.str() + "\n";
  }
  return Result;
}

std::string Contended::section(StringRef Kind) {
  const std::string All = text();
  const size_t At = All.rfind(Kind.str() + " BEGIN\n");
  if (At == std::string::npos)
    return "";
  const StringRef From = StringRef(All).drop_front(At).split('\n').second;
  return From.take_front(From.find(Kind.str() + " END")).str();
}

/// Returns the rows without their shares, which depend on the time.
static std::string countsIn(StringRef Rows) {
  std::string Result;
  Rows = Rows.split('\n').second;
  while (!Rows.empty()) {
    auto [Line, Rest] = Rows.split('\n');
    SmallVector<StringRef, 8> Words;
    Line.split(Words, ' ', -1, /*KeepEmpty=*/false);
    Result += (Words[3] + " " + Words[4] + " " + Words[5]).str() + "\n";
    Rows = Rest;
  }
  return Result;
}

TEST(MonitorRecording, WaitsAsTheyHappen) {
  Contended C;
  C.run();
  FakeJvm::Thread &Worker = C.startThread("worker");
  // The wait began before the agent started.
  C.Vm.endWait(C.Vm.mainThread(), C.AnyBell);
  C.Vm.wait(Worker, C.AnyBell, 5000);
  C.Vm.wait(C.Vm.mainThread(), C.AnyDoor, 0);
  C.Vm.endWait(Worker, C.AnyBell);
  // A timeout larger than the record's field can hold.
  C.Vm.wait(Worker, C.AnyDoor, INT64_MAX);
  C.Vm.requestDump();
  EXPECT_TRUE(StringRef(C.text()).starts_with(
      "TRACE 300000:\n\t<empty>\n"
      "WAIT: MONITOR LBell;, timeout=5000, thread 200002\n"
      "WAIT: MONITOR Lp/Door;, timeout=0, thread 200001\n"
      "WAITED: MONITOR LBell;, thread 200002\n"
      "WAIT: MONITOR Lp/Door;, timeout=2147483647, thread 200002\n"))
      << C.text();
  C.Vm.die();
  EXPECT_EQ(C.Messages.text(), "");
}

TEST(MonitorRecording, TimesByTraceAndClass) {
  Contended C;
  C.run(",cutoff=0");
  FakeJvm::Thread &A = C.startThread("a"), &B = C.startThread("b");
  A.Stack = B.Stack = {C.Vm.addPlace(C.Door, "open")};
  FakeJvm::Object &OtherDoor = C.Vm.addObject(C.Door);
  C.Vm.block(A, C.AnyDoor);
  C.Vm.block(B, OtherDoor);
  C.Vm.enter(B, OtherDoor);
  C.Vm.enter(A, C.AnyDoor);
  C.Vm.requestDump();
  EXPECT_EQ(countsIn(C.section("MONITOR TIME")), "2 300001 p.Door\n");
  EXPECT_EQ(countOf(C.text(), "TRACE 300001:\n\tp.Door.open("), 1u);
  // Neither a thread that enters without having blocked nor a thread that is
  // still blocked is counted.
  C.Vm.enter(A, C.AnyBell);
  C.Vm.block(B, C.AnyBell);
  C.Vm.requestDump();
  EXPECT_EQ(countsIn(C.section("MONITOR TIME")), "");
  C.Vm.enter(B, C.AnyBell);
  C.Vm.block(A, C.AnyBell);
  A.Stack = {C.Vm.addPlace(C.Bell, "ring")};
  C.Vm.enter(A, C.AnyBell);
  C.Vm.block(A, C.AnyBell);
  C.Vm.enter(A, C.AnyBell);
  C.Vm.die();
  const std::string Rows = countsIn(C.section("MONITOR TIME"));
  EXPECT_EQ(countOf(Rows, "2 300001 Bell\n"), 1u) << Rows;
  EXPECT_EQ(countOf(Rows, "1 300002 Bell\n"), 1u) << Rows;
}

TEST(MonitorRecording, TracesByThread) {
  Contended C;
  C.run(",cutoff=0,thread=y");
  FakeJvm::Thread &A = C.startThread("a"), &B = C.startThread("b");
  A.Stack = B.Stack = {C.Vm.addPlace(C.Door, "open")};
  for (FakeJvm::Thread *T : {&A, &B}) {
    C.Vm.block(*T, C.AnyDoor);
    C.Vm.enter(*T, C.AnyDoor);
  }
  C.Vm.die();
  EXPECT_EQ(countOf(C.section("MONITOR TIME"), "p.Door (Java)\n"), 2u);
  EXPECT_EQ(countOf(C.text(), "(thread=200002)\n\tp.Door.open("), 1u);
}

TEST(MonitorRecording, DumpsThreadsAndMonitors) {
  Contended C;
  C.run();
  FakeJvm::Thread &Main = C.Vm.mainThread();
  FakeJvm::Thread &A = C.startThread("a"), &B = C.startThread("b"),
                  &D = C.startThread("d"), &Gone = C.startThread("gone");
  A.Stack = {C.Vm.addPlace(C.Door, "open")};
  Contended::own(Main, C.AnyDoor, 3);
  C.Vm.block(A, C.AnyDoor);
  C.Vm.wait(B, C.AnyBell, 0);
  C.Vm.wait(D, C.AnyDoor, 0);
  Main.State |= JVMTI_THREAD_STATE_IN_NATIVE;
  C.Vm.endThread(Gone);
  C.Vm.requestDump();
  EXPECT_EQ(C.section("MONITOR DUMP"),
            "    THREAD 200001, trace 300000, status: native|R\n"
            "    THREAD 200002, trace 300001, status: MW\n"
            "    THREAD 200003, trace 300000, status: CW\n"
            "    THREAD 200004, trace 300000, status: CW\n"
            "    MONITOR Lp/Door;\n"
            "\towner: thread 200001, entry count: 3\n"
            "\twaiting to enter: thread 200002\n"
            "\twaiting to be notified: thread 200004\n"
            "    MONITOR LBell; unowned\n"
            "\twaiting to enter:\n"
            "\twaiting to be notified: thread 200003\n");
  // Monitors that no thread owns or waits for are not listed.
  C.AnyDoor.Monitor = {};
  C.Vm.endWait(B, C.AnyBell);
  C.Vm.enter(A, C.AnyDoor);
  C.Vm.endWait(D, C.AnyDoor);
  C.Vm.die();
  EXPECT_EQ(countOf(C.section("MONITOR DUMP"), "MONITOR"), 0u);
  EXPECT_EQ(C.Messages.text(), "");
}

/// A thread that was already waiting when the agent enabled events.
TEST(MonitorRecording, FindsWhatEventsHaveNotTold) {
  Contended C;
  FakeJvm::Thread &Old = C.Vm.addThread("old");
  C.Vm.wait(Old, C.AnyBell, 0);
  C.run();
  C.Vm.die();
  EXPECT_EQ(countOf(C.section("MONITOR DUMP"),
                    "    MONITOR LBell; unowned\n\twaiting to enter:\n"
                    "\twaiting to be notified: thread 200002\n"),
            1u)
      << C.text();
}

TEST(MonitorRecording, LocksThatThreadsAreParkedOn) {
  Contended C;
  const std::string Locks = "Ljava/util/concurrent/locks/";
  FakeJvm::Object &Ownable =
                      C.Vm.addClass(Locks + "AbstractOwnableSynchronizer;"),
                  &Queued =
                      C.Vm.addClass(Locks + "AbstractQueuedSynchronizer;"),
                  &Fair = C.Vm.addClass(Locks + "ReentrantLock$FairSync;"),
                  &Condition = C.Vm.addClass(Locks + "Condition;");
  Queued.Parent = &Ownable;
  Fair.Parent = &Queued;
  FakeJvm::Object &Lock = C.Vm.addObject(Fair), &Latch = C.Vm.addObject(Queued),
                  &Until = C.Vm.addObject(Condition);
  C.run();
  FakeJvm::Thread &Main = C.Vm.mainThread();
  Lock.Fields["exclusiveOwnerThread"] = Main.Java;
  Lock.Number = 2;
  auto Park = [&](StringRef Name, FakeJvm::Object *On) {
    FakeJvm::Thread &T = C.startThread(Name);
    T.State = Parked;
    T.Java->Fields["parkBlocker"] = On;
  };
  Park("a", &Lock);
  Park("b", &Lock);
  Park("c", &Until);
  Park("d", &Latch);
  Park("e", nullptr);
  C.Vm.die();
  const std::string Found = C.section("MONITOR DUMP");
  EXPECT_EQ(Found.substr(Found.find("    MONITOR")),
            "    MONITOR Ljava/util/concurrent/locks/ReentrantLock$FairSync;\n"
            "\towner: thread 200001, entry count: 2\n"
            "\twaiting to enter: thread 200002, thread 200003\n"
            "\twaiting to be notified:\n"
            "    MONITOR Ljava/util/concurrent/locks/Condition; unowned\n"
            "\twaiting to enter:\n"
            "\twaiting to be notified: thread 200004\n"
            "    MONITOR Ljava/util/concurrent/locks/"
            "AbstractQueuedSynchronizer; unowned\n"
            "\twaiting to enter: thread 200005\n"
            "\twaiting to be notified:\n");
  EXPECT_EQ(countOf(Found, "THREAD 200006, trace 300000, status: CW\n"), 1u);
}

TEST(MonitorRecording, VirtualThreads) {
  for (const char *More : {"", ",thread=y"}) {
    Contended C;
    C.run(More);
    const bool All = *More;
    FakeJvm::Thread &Owner = C.Vm.addVirtualThread("owner"),
                    &A = C.Vm.addVirtualThread("a"),
                    &B = C.Vm.addVirtualThread("b"),
                    &Gone = C.Vm.addVirtualThread("gone"),
                    &Lost = C.Vm.addVirtualThread("lost");
    for (FakeJvm::Thread *T : {&Owner, &A, &B, &Gone, &Lost})
      C.Vm.startVirtualThread(*T);
    Contended::own(Owner, C.AnyDoor);
    C.Vm.block(A, C.AnyDoor);
    C.Vm.wait(B, C.AnyBell, 0);
    // The virtual threads continue on another OS thread.
    for (FakeJvm::Thread *T : {&Gone, &Lost}) {
      C.Vm.wait(*T, C.AnyBell, 0);
      C.Vm.endWait(*T, C.AnyBell);
    }
    C.Vm.endVirtualThread(Gone);
    C.Vm.collect(*Lost.Java);
    C.Vm.requestDump();
    const std::string Found = C.section("MONITOR DUMP");
    // With thread=y, threads are known from their start.
    const unsigned First = All ? 200003 : 200002;
    EXPECT_EQ(countOf(Found, "    THREAD "), All ? 4u : 3u) << Found;
    EXPECT_EQ(Found.substr(Found.find("    MONITOR")),
              (All ? std::string("    MONITOR Lp/Door;\n"
                                 "\towner: thread 200002, entry count: 1\n")
                   : "    MONITOR Lp/Door; unowned\n") +
                  "\twaiting to enter: thread " + std::to_string(First) +
                  "\n\twaiting to be notified:\n"
                  "    MONITOR LBell; unowned\n"
                  "\twaiting to enter:\n"
                  "\twaiting to be notified: thread " +
                  std::to_string(First + 1) + "\n");
    EXPECT_EQ(countOf(contentOf(C.File), "THREAD END (id"), 1u);
    C.Vm.enter(A, C.AnyDoor);
    C.Vm.die();
    EXPECT_EQ(countOf(C.section("MONITOR TIME"), "p.Door (Java)"), 1u);
    EXPECT_EQ(C.Messages.text(), "");
  }
}

/// HotSpot reports that a thread waits even if wait() throws immediately.
TEST(MonitorRecording, WaitsThatAreNotSaidToEnd) {
  Contended C;
  C.run();
  FakeJvm::Thread &A = C.startThread("a"), &V = C.Vm.addVirtualThread("v");
  auto NumReferences = [&] {
    return llvm::count_if(C.Vm.References, [](const FakeJvm::Reference &R) {
      return R.IsWeak && !R.IsOver;
    });
  };
  for (FakeJvm::Thread *T : {&A, &V}) {
    C.Vm.wait(*T, C.AnyBell, 0);
    T->State = JVMTI_THREAD_STATE_ALIVE | JVMTI_THREAD_STATE_RUNNABLE;
  }
  C.AnyBell.Monitor = {};
  C.Vm.requestDump();
  EXPECT_EQ(countOf(C.section("MONITOR DUMP"), "MONITOR"), 0u);
  EXPECT_EQ(NumReferences(), 3);
  // The next wait replaces the reference.
  C.Vm.wait(A, C.AnyDoor, 0);
  C.Vm.wait(V, C.AnyDoor, 0);
  EXPECT_EQ(NumReferences(), 3);
  C.Vm.collect(C.AnyDoor);
  C.Vm.requestDump();
  EXPECT_EQ(countOf(C.section("MONITOR DUMP"), "status: CW"), 2u);
  C.Vm.endThread(A);
  C.Vm.endVirtualThread(V);
  EXPECT_EQ(NumReferences(), 0);
  C.Vm.die();
  EXPECT_EQ(C.Messages.text(), "");
}

/// The agent reports once what it cannot record; everything else works.
TEST(MonitorRecording, Attached) {
  Contended C;
  FakeJvm::Thread &A = C.Vm.addThread("a"), &B = C.Vm.addThread("b");
  Contended::own(C.Vm.mainThread(), C.AnyBell);
  C.Vm.block(A, C.AnyBell);
  C.runAttached();
  Contended::own(A, C.AnyDoor);
  C.Vm.block(B, C.AnyDoor);
  C.Vm.requestDump();
  const std::string Found = C.section("MONITOR DUMP");
  EXPECT_EQ(Found.substr(Found.find("    MONITOR")),
            "    MONITOR Lp/Door;\n"
            "\towner: thread 200002, entry count: 1\n"
            "\twaiting to enter: thread 200003\n"
            "\twaiting to be notified:\n");
  C.Vm.enter(B, C.AnyDoor);
  C.Vm.die();
  EXPECT_EQ(countOf(C.section("MONITOR TIME"), "p.Door (Java)"), 1u);
  EXPECT_EQ(C.Messages.text(),
            "HPROF: monitor=y: this VM reports owned monitors only to agents "
            "loaded at startup; MONITOR DUMP contains the monitors that "
            "threads block on or wait for after attaching\n");
}

TEST(MonitorRecording, NeedsTheEvents) {
  Contended C;
  C.Vm.Potential.can_generate_monitor_events = 0;
  EXPECT_EQ(load(*C.Vm.vm(), ("monitor=y,file=" + C.File).c_str()), JNI_OK);
  EXPECT_EQ(C.Messages.text(),
            "HPROF ERROR: monitor=y: this VM does not report contended "
            "monitors; the program continues without being recorded\n");
}

/// Known rows are still counted; everything else works.
TEST(MonitorRecording, BeyondTheMemory) {
  Contended C;
  C.run(",memory=1m");
  FakeJvm::Thread &A = C.startThread("a");
  const jvmtiFrameInfo First = C.Vm.addPlace(C.Door, "first");
  unsigned N = 0;
  for (A.Stack = {First}; C.Messages.text().empty() && N != 20000; ++N) {
    C.Vm.block(A, C.AnyDoor);
    C.Vm.enter(A, C.AnyDoor);
    A.Stack = {C.Vm.addPlace(C.Door, "next" + std::to_string(N))};
  }
  EXPECT_GT(N, 100u);
  for (unsigned I = 0; I != 3; ++I) {
    A.Stack = {I ? First : C.Vm.addPlace(C.Door, "another")};
    C.Vm.block(A, C.AnyDoor);
    C.Vm.enter(A, C.AnyDoor);
  }
  C.Vm.block(A, C.AnyDoor);
  C.Vm.die();
  EXPECT_EQ(countOf(countsIn(C.section("MONITOR TIME")), "3 300001 p.Door"),
            1u);
  EXPECT_EQ(countOf(C.section("MONITOR DUMP"), "waiting to enter: thread"), 1u);
  EXPECT_EQ(
      C.Messages.text(),
      "HPROF: monitor=y: the tables have reached the limit memory=1048576; "
      "MONITOR TIME gets no new rows\n");
}

/// Threads continue while a dump looks up what they wait for. The fake detects
/// the use of a deleted reference.
TEST(MonitorRecording, ThreadsGoOnDuringADump) {
  Contended C;
  C.run();
  FakeJvm::Thread &A = C.startThread("a");
  FakeJvm::Thread &V = C.Vm.addVirtualThread("v");
  C.Vm.block(A, C.AnyDoor);
  C.Vm.block(V, C.AnyDoor);
  bool HasGoneOn = false;
  C.Vm.BeforeTi = [&](StringRef Name) {
    if (Name != "GetAllThreads" || std::exchange(HasGoneOn, true))
      return;
    C.Vm.enter(A, C.AnyDoor);
    C.Vm.enter(V, C.AnyDoor);
    C.Vm.endVirtualThread(V);
    V.IsAlive = true; // Required by the calls below.
  };
  C.Vm.requestDump();
  EXPECT_TRUE(HasGoneOn);
  C.Vm.die();
  EXPECT_EQ(C.Messages.text(), "");
}

TEST(MonitorRecording, BesideOtherRecordings) {
  Contended C;
  C.run(",heap=dump");
  FakeJvm::Thread &A = C.startThread("a");
  C.Vm.block(A, C.AnyDoor);
  C.Vm.enter(A, C.AnyDoor);
  C.Vm.die();
  const std::string Text = C.text();
  const size_t Dump = Text.find("MONITOR DUMP BEGIN"),
               Time = Text.find("MONITOR TIME BEGIN"),
               Heap = Text.find("HEAP DUMP BEGIN");
  EXPECT_LT(Dump, Time);
  EXPECT_LT(Time, Heap);
  EXPECT_NE(Heap, std::string::npos);
}

namespace {
/// A VM, from start to exit, in which a call fails.
struct Failing : Contended {
  bool IsAttached = false;

  void live() {
    const std::string Options = "monitor=y,verbose=n,thread=y,file=" + File;
    if (IsAttached)
      Vm.Now = FakeJvm::Phase::Live;
    const jint Result = IsAttached ? attach(*Vm.vm(), Options.c_str())
                                   : load(*Vm.vm(), Options.c_str());
    if (Result == JNI_OK && !IsAttached)
      Vm.init();
    if (Result != JNI_OK && !IsAttached)
      return;
    FakeJvm::Object &Thrown =
        Vm.make(FakeJvm::Object::Kind::Plain, "the program's");
    FakeJvm::Thread &A = startThread("a"), &V = Vm.addVirtualThread("v");
    A.Stack = {Vm.addPlace(Door, "open")};
    A.Pending = &Thrown;
    Vm.startVirtualThread(V);
    own(Vm.mainThread(), AnyDoor);
    Vm.block(A, AnyDoor);
    Vm.block(V, AnyDoor);
    Vm.requestDump();
    Vm.enter(V, AnyDoor);
    Vm.enter(A, AnyDoor);
    Vm.wait(A, AnyBell, 1);
    Vm.wait(V, AnyBell, 1);
    Vm.mainThread().State = Parked;
    Vm.mainThread().Java->Fields["parkBlocker"] = &AnyBell;
    Vm.requestDump();
    Vm.endWait(V, AnyBell);
    Vm.endVirtualThread(V);
    Vm.die();
  }
};

/// \p Script takes a number and makes the call with that number fail.
void failEach(function_ref<void(FakeJvm &, unsigned)> Script) {
  for (bool IsAttached : {false, true})
    for (unsigned N = 1;; ++N) {
      Failing L;
      L.IsAttached = IsAttached;
      Script(L.Vm, N);
      L.live();
      SCOPED_TRACE(("call " + Twine(N) + ": " + L.Vm.failed()).str());
      EXPECT_LE(L.Messages.numErrors(), 1u) << L.Messages.text();
      if (!L.Messages.numErrors()) {
        EXPECT_EQ(countOf(L.text(), "MONITOR DUMP END"), 3u);
      }
      if (L.Vm.failed().empty()) {
        EXPECT_EQ(L.Messages.text(), "");
        EXPECT_GT(N, 30u);
        break;
      }
    }
}
} // namespace

TEST(MonitorRecording, AnyCallOfTheVmFails) {
  failEach(
      [](FakeJvm &Vm, unsigned N) { Vm.failTi(N, JVMTI_ERROR_OUT_OF_MEMORY); });
}
TEST(MonitorRecording, AnyCallOfJniFails) {
  failEach([](FakeJvm &Vm, unsigned N) { Vm.failJni(N); });
}

//===- SessionCommandsTest.cpp - Tests of commands of peers ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Agent/Cpu/SampledThreads.h"
#include "Agent/FakeJvm.h"
#include "Agent/Session/Session.h"
#include "Agent/TestPeer.h"
#include "hprof/Agent/Load.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

namespace {
/// A VM with the agent, connected to a peer.
struct WithPeer {
  TestPeer Peer{TestPeer::Kind::Unix};
  CapturedMessages Messages;
  FakeJvm Vm;
  unsigned NumGcs = 0; ///< Number of requested garbage collections.

  explicit WithPeer(StringRef Options = "heap=dump,format=b,verbose=n") {
    EXPECT_EQ(
        load(*Vm.vm(), (Options + ",net=" + Peer.address()).str().c_str()),
        JNI_OK);
    Vm.init();
  }
  ~WithPeer() { unload(); }

  void send(CommandTag Tag) {
    Command C;
    C.Tag = Tag;
    send(C);
  }
  void send(const Command &C) {
    NumGcs += C.Tag == CommandTag::ForceGc;
    SmallVector<uint8_t, 32> Bytes;
    C.encode(Bytes);
    Peer.send(Bytes);
  }
  /// Waits until the listener has executed all commands, or an error occurs.
  void finish() {
    send(CommandTag::ForceGc);
    Peer.endSending();
    while (Vm.NumCollections < NumGcs && Messages.numErrors() == 0)
      std::this_thread::yield();
  }
  std::string records() { return recordsIn(Peer.received()); }
};

} // namespace

TEST(SessionCommands, DumpsOfTheHeap) {
  WithPeer L;
  L.send(CommandTag::DumpHeap);
  L.send(CommandTag::DumpHeap);
  L.finish();
  EXPECT_EQ(L.Vm.NumDumps, 2u);
  L.Vm.die();
  EXPECT_EQ(countOf(L.records(), "heapDumpEnd"), 3u);
  EXPECT_EQ(L.Messages.text(), "");
}

TEST(SessionCommands, TheHeapIsDumpedWhateverIsRecorded) {
  WithPeer L("heap=dump,doe=n,format=b,verbose=y");
  L.send(CommandTag::ForceGc);
  L.send(CommandTag::DumpTraces);
  L.send(CommandTag::DumpHeap);
  L.finish();
  EXPECT_EQ(L.Vm.NumCollections, 2u);
  L.Vm.die();
  EXPECT_EQ(countOf(L.records(), "heapDumpEnd"), 1u);
  EXPECT_EQ(L.Messages.text(), "Dumping Java heap ... done.\n");
}

TEST(SessionCommands, TheListenerIsAThreadOfTheAgent) {
  WithPeer L;
  L.finish();
  L.Vm.die();
  const std::string R = L.records();
  EXPECT_EQ(countOf(R, "name: \"HPROF listener thread\", groupName: system"),
            1u)
      << R;
  EXPECT_EQ(countOf(R, "endThread"), 0u);
}

TEST(SessionCommands, WhatIsNotRecordedIsSaidOnce) {
  WithPeer L;
  for (int I = 0; I != 2; ++I) {
    L.send(CommandTag::CpuSamples);
    L.send(CommandTag::HeapSummary);
    L.send(CommandTag::Control); // Sets the depth of traces.
  }
  L.finish();
  L.Vm.die();
  EXPECT_EQ(L.Messages.text(),
            "HPROF: the peer requested CPU SAMPLES, which requires "
            "cpu=samples\nHPROF: the peer requested HEAP SUMMARY, which "
            "requires heap=sites and format=b\nHPROF: the peer requested "
            "CONTROL traces-on, which requires heap=sites\n");
}

TEST(SessionCommands, WhatIsNotUnderstoodIsSaidOnce) {
  WithPeer L;
  L.Peer.send({0x2a, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0});
  L.Peer.send({0x02, 0, 0, 0, 2, 0, 0, 0, 1, 0});
  L.send(CommandTag::DumpHeap);
  L.finish();
  EXPECT_EQ(L.Vm.NumDumps, 1u);
  L.Vm.die();
  EXPECT_EQ(countOf(L.Messages.text(), "HPROF: "), 1u);
  EXPECT_NE(L.Messages.text().find(
                "the command 0x2a is unknown, expected 0x01 to 0x09 or 0xff; "
                "invalid commands are skipped (reported once)\n"),
            std::string::npos);
}

TEST(SessionCommands, ThePeerEndsTheRecording) {
  WithPeer L;
  L.send(CommandTag::DumpHeap);
  L.send(CommandTag::Detach);
  L.send(CommandTag::DumpHeap);
  // The connection ends while the program runs.
  EXPECT_EQ(countOf(L.records(), "heapDumpEnd"), 1u);
  L.Vm.joinAgents();
  L.Vm.startThread(L.Vm.addThread("worker"));
  L.Vm.requestDump();
  L.Vm.die();
  EXPECT_EQ(L.Vm.NumDumps, 1u);
  EXPECT_EQ(L.Messages.text(), "");
}

TEST(SessionCommands, ThePeerEndsTheProgram) {
  WithPeer L;
  L.send(CommandTag::ExitVm);
  L.send(CommandTag::DumpHeap);
  // VMDeath is posted in the listener thread and must not wait for it.
  EXPECT_EQ(countOf(L.records(), "heapDumpEnd"), 1u);
  L.Vm.joinAgents();
  EXPECT_EQ(L.Vm.Now, FakeJvm::Phase::Dead);
  EXPECT_EQ(L.Messages.text(),
            "HPROF: exiting the program at the peer's request\n");
}

TEST(SessionCommands, TheProgramDoesNotEnd) {
  WithPeer L;
  L.Vm.failJni(1, "GetStaticMethodID");
  L.send(CommandTag::ExitVm);
  L.Vm.joinAgents();
  L.Vm.die();
  EXPECT_EQ(countOf(L.records(), "heapDumpEnd"), 1u);
  EXPECT_EQ(L.Messages.text(),
            "HPROF: exiting the program at the peer's request\nHPROF ERROR: "
            "exiting the program: java.lang.OutOfMemoryError: scripted\n");
}

TEST(SessionCommands, EveryCallMayFail) {
  for (unsigned N = 1;; ++N) {
    WithPeer L;
    L.Vm.failTi(N, JVMTI_ERROR_OUT_OF_MEMORY);
    L.send(CommandTag::DumpHeap);
    L.send(CommandTag::ForceGc);
    L.finish();
    L.Vm.die();
    EXPECT_LE(L.Messages.numErrors(), 1u) << L.Messages.text();
    if (L.Vm.failed().empty()) {
      EXPECT_GT(N, 5u);
      return;
    }
  }
}

TEST(SessionCommands, AThreadCannotBeStarted) {
  TestPeer Peer(TestPeer::Kind::Unix);
  CapturedMessages Messages;
  FakeJvm Vm;
  Vm.failTi(1, JVMTI_ERROR_OUT_OF_MEMORY, "RunAgentThread");
  const std::string Options = "heap=dump,net=" + Peer.address();
  EXPECT_EQ(load(*Vm.vm(), Options.c_str()), JNI_OK);
  Vm.init();
  EXPECT_EQ(Messages.text(),
            "HPROF ERROR: RunAgentThread: out of memory (JVM TI error 110); "
            "the program continues without being recorded\n");
  Vm.die();
  unload();
}

TEST(SampledThreads, AllWithExceptions) {
  SampledThreads T;
  EXPECT_TRUE(T.has(1));
  T.set(1, false);
  EXPECT_FALSE(T.has(1));
  EXPECT_TRUE(T.has(2));
  T.setAll(false);
  EXPECT_TRUE(T.isEmpty());
  EXPECT_FALSE(T.has(2));
  T.set(2, true);
  EXPECT_FALSE(T.isEmpty());
  EXPECT_TRUE(T.has(2));
  EXPECT_FALSE(T.has(1));
  T.set(2, false);
  EXPECT_TRUE(T.isEmpty());
  T.setAll(true);
  EXPECT_TRUE(T.has(1));
}

TEST(SampledThreads, IdsOfThreads) {
  for (uint32_t Serial : {200001u, 200002u, 300000u})
    EXPECT_EQ(Numbers::threadSerial(Numbers::threadId(Serial)), Serial);
  for (uint64_t Id :
       {uint64_t(0), uint64_t(0x50000001), uint64_t(0x4ffffe00), UINT64_MAX})
    EXPECT_EQ(Numbers::threadSerial(Id), 0u);
}

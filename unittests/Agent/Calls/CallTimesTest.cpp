//===- CallTimesTest.cpp - Tests of cpu=times and cpu=old -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Agent/AgentTesting.h"
#include "Agent/Calls/CallProfile.h"
#include "Agent/Calls/EditedMethods.h"
#include "Agent/FakeJvm.h"
#include "hprof/Agent/Load.h"
#include "gtest/gtest.h"
#include <unistd.h>

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

namespace {
std::string show(const std::vector<CallRow> &Rows) {
  std::string Text;
  for (const CallRow &R : Rows)
    Text += std::to_string(R.Key) + ":" + std::to_string(R.Calls) + "/" +
            std::to_string(R.Nanos) + " ";
  return Text;
}
} // namespace

TEST(CallProfile, AddsAndRanks) {
  CallProfile P;
  P.add(3, 1, 500);
  P.add(0, 7, 100);
  P.add(3, 2, 100);
  P.add(1, 0, 0);
  P.add(5, 7, 300);
  EXPECT_EQ(P.totalNanos(), 1000u);
  EXPECT_EQ(show(P.byTime(0)), "3:3/600 5:7/300 0:7/100 ");
  EXPECT_EQ(show(P.byCalls()), "0:7/100 5:7/300 3:3/600 ");
}

TEST(CallProfile, CutoffIsAShareOfTheTime) {
  CallProfile P;
  P.add(0, 1, 900);
  P.add(1, 1, 100);
  EXPECT_EQ(show(P.byTime(0.1)), "0:1/900 1:1/100 ");
  EXPECT_EQ(show(P.byTime(0.11)), "0:1/900 ");
  EXPECT_EQ(show(P.byTime(2)), "");
}

TEST(CallProfile, WithoutTimeAllRowsAreThere) {
  CallProfile P;
  P.add(0, 1, 0);
  P.add(1, 2, -5); // A clock that has gone backwards.
  EXPECT_EQ(P.totalNanos(), 0u);
  EXPECT_EQ(show(P.byTime(0)), "0:1/0 1:2/0 ");
}

TEST(CallProfile, Milliseconds) {
  EXPECT_EQ(millisOf(0), 0u);
  EXPECT_EQ(millisOf(499999), 0u);
  EXPECT_EQ(millisOf(500000), 1u);
  EXPECT_EQ(millisOf(UINT64_MAX / 2), UINT32_MAX);
}

//===----------------------------------------------------------------------===//
// Methods
//===----------------------------------------------------------------------===//

TEST(EditedMethods, NumbersByNames) {
  TableMemory Budget(4 << 20);
  EditedMethods M(Budget);
  EXPECT_EQ(M.get({"a/B", "c", "()V", "B.java"}), 0u);
  EXPECT_EQ(M.get({"a/B", "c", "(I)V", "B.java"}), 1u);
  EXPECT_EQ(M.get({"a/B", "d", "()V", "B.java"}), 2u);
  EXPECT_EQ(M.get({"a/C", "c", "()V", "B.java"}), 3u);
  EXPECT_EQ(M.get({"a/B", "c", "()V", ""}), 4u);
  // The class is loaded again, by the same loader or another one.
  EXPECT_EQ(M.get({"a/B", "c", "(I)V", "B.java"}), 1u);
  const EditedMethods::Method &Found = M.method(1);
  EXPECT_EQ(Found.Name, "c");
  EXPECT_EQ(Found.Descriptor, "(I)V");
  EXPECT_EQ(M.classOf(Found).Name, "a/B");
  EXPECT_EQ(M.classOf(Found).SourceFile, "B.java");
}

TEST(EditedMethods, StopsAtTheBudget) {
  TableMemory Budget(256 << 10);
  EditedMethods M(Budget);
  unsigned N = 0;
  while (M.get({"a/B", "m" + std::to_string(N), "()V", "B.java"}))
    ++N;
  EXPECT_GT(N, 500u);
  EXPECT_LT(N, 100000u);
  EXPECT_EQ(M.get({"a/B", "m0", "()V", "B.java"}), 0u);
}

//===----------------------------------------------------------------------===//
// In a VM
//===----------------------------------------------------------------------===//

namespace {
/// A class file with the methods A.a, A.b and A.c, which return at once.
std::vector<uint8_t> smallClass() {
  std::string F("\xca\xfe\xba\xbe\0\0\0\x34\0\x0a", 10);
  for (StringRef Text : {"A", "java/lang/Object", "Code", "()V", "a", "b", "c"})
    F += "\1" + std::string(1, '\0') + char(Text.size()) + Text.str();
  F += std::string("\7\0\1\7\0\2", 6);
  F += std::string("\0\x21\0\x08\0\x09\0\0\0\0\0\3", 12);
  for (char Name : {'\5', '\6', '\7'})
    F += std::string("\0\x09\0", 3) + Name +
         std::string("\0\4\0\1\0\3\0\0\0\x0d\0\0\0\0\0\0\0\1\xb1\0\0\0\0", 23);
  F += std::string(2, '\0');
  return {F.begin(), F.end()};
}
/// A VM with the agent, from start to exit.
struct Life {
  TempFolder Folder;
  CapturedMessages Messages;
  FakeJvm Vm;
  bool IsAttached = false;
  jint Result = JNI_OK;

  Life() {
    // Method 0 is called once, calls itself twice, and method 1 five times.
    Vm.CountedFrames = {1, 0, 2, 0, 0, 2, 1, 0};
    Vm.Counted = {0, 1, 1000000, 0, 2, 3000000, 0, 5, 4000000};
  }

  void run(const std::string &Mode) {
    const std::string Options = Mode + ",verbose=n,file=" + Folder.path("out");
    if (IsAttached) {
      Vm.Now = FakeJvm::Phase::Live;
      Result = attach(*Vm.vm(), Options.c_str());
    } else {
      Result = load(*Vm.vm(), Options.c_str());
      if (Result != JNI_OK)
        return unload();
      Vm.start();
      Vm.init();
    }
    Vm.loadClass(smallClass());
    FakeJvm::Thread &Worker = Vm.addThread("worker");
    Vm.startThread(Worker);
    Vm.requestDump();
    Vm.endThread(Worker);
    Vm.die();
    unload();
  }
  std::string output() const { return contentOf(Folder.path("out")); }
};

} // namespace

TEST(CallTimes, WritesTraces) {
  Life L;
  ASSERT_EQ(
      load(*L.Vm.vm(), ("cpu=times,file=" + L.Folder.path("out")).c_str()),
      JNI_OK);
  L.Vm.start();
  L.Vm.init();
  EXPECT_GT(L.Vm.loadClass(smallClass()).size(), smallClass().size());
  L.Vm.requestDump();
  // The second dump contains only the calls after the first one.
  L.Vm.Counted[4] = 9;
  L.Vm.Counted[5] = 8000000;
  L.Vm.die();
  unload();
  EXPECT_EQ(L.Messages.numErrors(), 0u) << L.Messages.text();
  const std::string Out = L.output();
  EXPECT_EQ(countOf(Out, "CPU TIME (ms) BEGIN (total = 8)"), 1u) << Out;
  EXPECT_EQ(countOf(Out, "CPU TIME (ms) BEGIN (total = 5)"), 1u) << Out;
  for (const char *Line :
       {"   1 50.00% 50.00%       5 300001 A.b\n",
        "   2 37.50% 87.50%       2 300002 A.a\n",
        "   3 12.50% 100.00%       1 300003 A.a\n",
        "   1 100.00% 100.00%       7 300002 A.a\n",
        "TRACE 300001:\n\tA.b(<Unknown Source>:Unknown line)\n"
        "\tA.a(<Unknown Source>:Unknown line)\n",
        "TRACE 300003:\n\tA.a(<Unknown Source>:Unknown line)\nCPU"})
    EXPECT_EQ(countOf(Out, Line), 1u) << Line << Out;
}

TEST(CallTimes, OldFormat) {
  Life L;
  ASSERT_EQ(load(*L.Vm.vm(), ("cpu=old,file=" + L.Folder.path("out")).c_str()),
            JNI_OK);
  L.Vm.start();
  L.Vm.init();
  L.Vm.loadClass(smallClass());
  L.Vm.die();
  unload();
  EXPECT_EQ(L.output(), "count callee caller time\n"
                        "5 A.b()V A.a()V 4\n"
                        "2 A.a()V A.a()V 3\n"
                        "1 A.a()V <unknown caller> 1\n");
}

TEST(CallTimes, SaysHowManyCallsWereLost) {
  Life L;
  L.Vm.NumLostCalls = 7;
  L.Vm.CountedFrames.clear();
  L.Vm.Counted.clear();
  L.run("cpu=times");
  EXPECT_EQ(L.Result, JNI_OK);
  // The message appears once, although there were two dumps.
  EXPECT_EQ(L.Messages.text(), "HPROF: cpu=times: 7 calls were not counted "
                               "because the Java heap was full\n");
}

TEST(CallTimes, NeedsTheCapability) {
  Life L;
  L.Vm.Potential.can_retransform_classes = 0;
  L.run("cpu=times");
  EXPECT_EQ(L.Result, JNI_OK);
  EXPECT_EQ(
      L.Messages.text(),
      "HPROF ERROR: cpu=times: this VM does not allow instrumenting loaded "
      "classes (can_retransform_classes); the program continues without "
      "being recorded\n");
}

TEST(CallTimes, DamagedClassFilesStay) {
  Life L;
  ASSERT_EQ(
      load(*L.Vm.vm(), ("cpu=times,file=" + L.Folder.path("out")).c_str()),
      JNI_OK);
  L.Vm.start();
  L.Vm.init();
  const std::vector<uint8_t> Damaged = {0xca, 0xfe, 0xba, 0xbe, 0};
  for (unsigned I = 0; I != 30; ++I)
    EXPECT_EQ(L.Vm.loadClass(Damaged), Damaged);
  L.Vm.Counted.clear();
  L.Vm.CountedFrames.clear();
  L.Vm.die();
  unload();
  const std::string Text = L.Messages.text();
  EXPECT_EQ(
      countOf(Text,
              "HPROF: cpu=times: calls to a class are not counted: offset 0x"),
      20u)
      << Text;
  EXPECT_EQ(countOf(Text, "HPROF: cpu=times: calls to 10 more methods or "
                          "classes are not counted\n"),
            1u)
      << Text;
}

TEST(CallTimes, TwoLoadsAreTooMany) {
  Life L;
  ASSERT_EQ(load(*L.Vm.vm(), ("cpu=times,file=" + L.Folder.path("a")).c_str()),
            JNI_OK);
  EXPECT_EQ(load(*L.Vm.vm(), ("cpu=old,file=" + L.Folder.path("b")).c_str()),
            JNI_ERR);
  EXPECT_EQ(countOf(L.Messages.text(), "HPROF ERROR: cpu=old: an earlier load "
                                       "of this agent is timing methods for '"),
            1u);
  unload();
}

/// Two loaded copies of the library share only the record of which one owns the
/// call tracker.
TEST(CallTimes, AnotherCopyHasTheTracker) {
  Life L;
  L.Vm.TrackerOwner = 4711;
  L.run("cpu=times");
  EXPECT_EQ(L.Messages.text(),
            "HPROF ERROR: cpu=times: another copy of this agent is already "
            "timing methods; only one load per VM can do that at a time; the "
            "program continues without being recorded\n");
  EXPECT_EQ(L.Vm.TrackerOwner, 4711);
  EXPECT_NE(::access(L.Folder.path("out").c_str(), F_OK), 0);
}

TEST(CallTimes, TheTrackerIsFreeAfterTheEnd) {
  Life L;
  L.run("cpu=times");
  EXPECT_EQ(L.Result, JNI_OK);
  EXPECT_EQ(L.Vm.TrackerOwner, 0);
}

/// Makes each call into the VM fail in turn.
TEST(CallTimes, AnyCallMayFail) {
  for (bool IsAttached : {false, true})
    for (int Kind : {0, 1, 2})
      for (unsigned N = 1;; ++N) {
        Life L;
        L.IsAttached = IsAttached;
        L.Vm.CountedFrames.resize(2);
        L.Vm.Counted.resize(3);
        if (Kind == 0)
          L.Vm.failTi(N, JVMTI_ERROR_OUT_OF_MEMORY);
        else if (Kind == 1)
          L.Vm.failTi(N, JVMTI_ERROR_INVALID_CLASS);
        else
          L.Vm.failJni(N);
        L.run("cpu=times,thread=n");
        SCOPED_TRACE("call " + std::to_string(N) + ": " + L.Vm.failed());
        EXPECT_LE(L.Messages.numErrors(), 1u) << L.Messages.text();
        if (L.Vm.failed().empty()) {
          EXPECT_EQ(L.Messages.text(), "");
          EXPECT_GT(N, 10u);
          break;
        }
      }
}

//===- RecorderTest.cpp - Tests of an output with many users --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Agent/Records/Recorder.h"
#include "Agent/AgentTesting.h"
#include "gtest/gtest.h"
#include <fcntl.h>
#include <thread>

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

static void writeEnd(RecordStream &S, uint32_t Serial) {
  EndThread R;
  R.ThreadSerial = Serial;
  S.write(R);
}

TEST(AgentRecorder, FailureIsToldOnce) {
  CapturedMessages Messages;
  Recorder Out("the output", ::open("/dev/full", O_WRONLY), true);
  EXPECT_TRUE(Out.with([](RecordStream &S) { S.begin(0, 0, 0); }));
  EXPECT_TRUE(Out.isOpen());
  EXPECT_FALSE(Out.with([](RecordStream &S) { S.flush(); }));
  EXPECT_FALSE(Out.isOpen());
  bool IsCalled = false;
  EXPECT_FALSE(Out.with([&](RecordStream &) { IsCalled = true; }));
  EXPECT_FALSE(IsCalled);
  Out.close();
  EXPECT_EQ(Messages.text(),
            "HPROF ERROR: cannot write 'the output': No space left on device; "
            "the program continues without being recorded\n");
}

TEST(AgentRecorder, FailureAtTheEnd) {
  CapturedMessages Messages;
  {
    Recorder Out("the output", ::open("/dev/full", O_WRONLY), true);
    EXPECT_TRUE(Out.with([](RecordStream &S) { S.begin(0, 0, 0); }));
    Out.close();
    Out.close();
  }
  EXPECT_EQ(Messages.numErrors(), 1u);
}

TEST(AgentRecorder, ThreadsShareIt) {
  TempFolder Folder;
  const std::string File = Folder.path("out");
  Recorder Out(File, ::open(File.c_str(), O_WRONLY | O_CREAT, 0600), true);
  Out.with([](RecordStream &S) { S.begin(0, 0, 0); });
  std::vector<std::thread> Threads;
  for (unsigned I = 0; I != 4; ++I)
    Threads.emplace_back([&, I] {
      for (unsigned N = 0; N != 500; ++N)
        Out.with([&](RecordStream &S) {
          S.name("name " + std::to_string(N));
          writeEnd(S, I + 1);
        });
    });
  for (std::thread &T : Threads)
    T.join();
  Out.close();
  const std::string R = recordsIn(contentOf(File));
  EXPECT_EQ(countOf(R, "- endThread: {threadSerial: 3}"), 500u);
  EXPECT_EQ(countOf(R, "- utf8:"), 500u);
}

TEST(AgentRecorder, NothingBeforeTheHeader) {
  TempFolder Folder;
  const std::string File = Folder.path("out");
  Recorder Out(File, ::open(File.c_str(), O_WRONLY | O_CREAT, 0600), true);
  Out.close();
  EXPECT_EQ(contentOf(File), "");
}

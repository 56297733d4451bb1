//===- LiveOutput.h - An output of a fake VM -------------------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Setup for tests of tables: a fake VM in the live phase, and an output that
/// begins with a file header.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_UNITTESTS_AGENT_LIVEOUTPUT_H
#define HPROF_UNITTESTS_AGENT_LIVEOUTPUT_H

#include "Agent/AgentTesting.h"
#include "Agent/FakeJvm.h"
#include "Agent/Records/Recorder.h"
#include "gtest/gtest.h"
#include <fcntl.h>

namespace hprof::agent {

class LiveOutput : public testing::Test {
protected:
  LiveOutput() {
    Vm.Now = FakeJvm::Phase::Live;
    Out.with([](RecordStream &S) { S.begin(0, 0, 0); });
  }
  /// Closes the output; see recordsIn().
  std::string records() {
    Out.close();
    return recordsIn(contentOf(File));
  }

  TempFolder Folder;
  FakeJvm Vm;
  const std::string File = Folder.path("out");
  Recorder Out{File, ::open(File.c_str(), O_WRONLY | O_CREAT, 0600), true};
  jvmtiEnv &Ti = openTi();
  JNIEnv &Jni = Vm.mainThread();

private:
  jvmtiEnv &openTi() {
    void *E = nullptr;
    EXPECT_EQ(Vm.vm()->GetEnv(&E, NeededVersion), JNI_OK);
    jvmtiEnv &Result = *static_cast<jvmtiEnv *>(E);
    jvmtiCapabilities Wanted = {};
    Wanted.can_tag_objects = 1;
    EXPECT_EQ(Result.AddCapabilities(&Wanted), JVMTI_ERROR_NONE);
    return Result;
  }
};

} // namespace hprof::agent

#endif // HPROF_UNITTESTS_AGENT_LIVEOUTPUT_H

//===- FailAnyCallTest.cpp - Every call of the VM may fail ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Agent/AgentTesting.h"
#include "Agent/FakeJvm.h"
#include "hprof/Agent/Load.h"
#include "llvm/ADT/Twine.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

namespace {
/// A VM with the agent, from start to exit, in which a call fails.
struct Life {
  TempFolder Folder;
  CapturedMessages Messages;
  FakeJvm Vm;
  bool IsAttached = false;
  jint Result = JNI_OK;

  void run(StringRef Format) {
    const std::string Options =
        "heap=dump,verbose=n,file=" + Folder.path("out") +
        ",format=" + Format.str();
    FakeJvm::Object &Thrown =
        Vm.make(FakeJvm::Object::Kind::Plain, "the program's");
    if (IsAttached) {
      Vm.Now = FakeJvm::Phase::Live;
      Result = attach(*Vm.vm(), (Options + ",dump=heap").c_str());
    } else {
      Result = load(*Vm.vm(), Options.c_str());
      // A VM exits if an agent fails to load.
      if (Result != JNI_OK)
        return unload();
      Vm.start();
      Vm.mainThread().Pending = &Thrown;
      Vm.init();
    }
    FakeJvm::Thread &Worker = Vm.addThread("worker");
    Worker.Pending = &Thrown;
    Vm.startThread(Worker);
    Vm.requestDump();
    Vm.endThread(Worker);
    Vm.die();
    unload();
  }

  void check(StringRef Format) {
    EXPECT_LE(Messages.numErrors(), 1u) << Messages.text();
    if (Result != JNI_OK) {
      EXPECT_EQ(Messages.numErrors(), 1u);
    }
    for (const std::string &Name : Folder.names())
      EXPECT_EQ(Name, "out");
    if (Result != JNI_OK && !IsAttached) {
      for (const FakeJvm::Env &E : Vm.Environments)
        EXPECT_TRUE(E.isAtRest());
    }
    const std::string Content = contentOf(Folder.path("out"));
    // The output is complete unless an error was reported.
    if (Messages.numErrors() == 0 && Format == "a") {
      EXPECT_EQ(countOf(Content, "HEAP DUMP BEGIN"), IsAttached ? 3u : 2u);
    }
    if (Format == "a" || Content.empty())
      return;
    const std::string Records = recordsIn(Content);
    if (Messages.numErrors() == 0) {
      EXPECT_EQ(countOf(Records, "heapDumpEnd"), IsAttached ? 3u : 2u);
    }
    for (const char *Name : {"name: main,", "name: worker,"})
      EXPECT_LE(countOf(Records, Name), 1u);
  }
};

/// Runs VMs, making each call fail in turn, until every call has failed once.
/// \p Script takes a number and makes the call with that number fail.
void failEach(bool IsAttached, StringRef Format,
              function_ref<void(FakeJvm &, unsigned)> Script) {
  for (unsigned N = 1;; ++N) {
    Life L;
    L.IsAttached = IsAttached;
    Script(L.Vm, N);
    L.run(Format);
    SCOPED_TRACE(("call " + Twine(N) + ": " + L.Vm.failed()).str());
    L.check(Format);
    if (L.Vm.failed().empty()) {
      EXPECT_EQ(L.Messages.text(), "");
      EXPECT_GT(N, 15u);
      return;
    }
  }
}

class FailAnyCall
    : public testing::TestWithParam<std::tuple<bool, const char *>> {
protected:
  void run(function_ref<void(FakeJvm &, unsigned)> Script) {
    failEach(std::get<0>(GetParam()), std::get<1>(GetParam()), Script);
  }
};
} // namespace

TEST_P(FailAnyCall, OutOfMemory) {
  run([](FakeJvm &Vm, unsigned N) { Vm.failTi(N, JVMTI_ERROR_OUT_OF_MEMORY); });
}
TEST_P(FailAnyCall, WrongPhase) {
  run([](FakeJvm &Vm, unsigned N) { Vm.failTi(N, JVMTI_ERROR_WRONG_PHASE); });
}
TEST_P(FailAnyCall, Jni) {
  run([](FakeJvm &Vm, unsigned N) { Vm.failJni(N); });
}
INSTANTIATE_TEST_SUITE_P(, FailAnyCall,
                         testing::Combine(testing::Bool(),
                                          testing::Values("a", "b")));

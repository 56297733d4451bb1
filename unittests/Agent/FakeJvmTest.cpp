//===- FakeJvmTest.cpp - Tests of the fake VM -----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Agent/FakeJvm.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace hprof::agent;

using Found = std::vector<std::string>;

static jvmtiEnv &openTi(FakeJvm &Vm) {
  void *E = nullptr;
  EXPECT_EQ(Vm.vm()->GetEnv(&E, NeededVersion), JNI_OK);
  return *static_cast<jvmtiEnv *>(E);
}

static JNIEnv &openJni(FakeJvm &Vm) {
  void *E = nullptr;
  EXPECT_EQ(Vm.vm()->GetEnv(&E, JNI_VERSION_1_6), JNI_OK);
  return *static_cast<JNIEnv *>(E);
}

TEST(FakeJvm, EachEnvironmentIsItsOwn) {
  FakeJvm Vm;
  jvmtiEnv &A = openTi(Vm), &B = openTi(Vm);
  EXPECT_NE(&A, &B);
  EXPECT_EQ(A.SetEnvironmentLocalStorage(&Vm), JVMTI_ERROR_NONE);
  void *Stored = &Vm;
  EXPECT_EQ(B.GetEnvironmentLocalStorage(&Stored), JVMTI_ERROR_NONE);
  EXPECT_EQ(Stored, nullptr);
  A.DisposeEnvironment();
  EXPECT_EQ(A.SetEnvironmentLocalStorage(&Vm), JVMTI_ERROR_INVALID_ENVIRONMENT);
  EXPECT_EQ(
      Vm.takeFindings(),
      Found{"SetEnvironmentLocalStorage is called in a disposed environment"});
}

TEST(FakeJvm, PhasesAndCapabilitiesAreChecked) {
  FakeJvm Vm;
  jvmtiEnv &Ti = openTi(Vm);
  jint Count;
  jclass *All;
  EXPECT_EQ(Ti.GetLoadedClasses(&Count, &All), JVMTI_ERROR_WRONG_PHASE);
  EXPECT_EQ(Vm.takeFindings(), Found{"GetLoadedClasses is called in phase 0"});
  Vm.Now = FakeJvm::Phase::Live;
  jlong Tag;
  jthread Thread = Vm.local(Vm.mainThread().Java);
  EXPECT_EQ(Ti.GetTag(Thread, &Tag), JVMTI_ERROR_MUST_POSSESS_CAPABILITY);
  EXPECT_EQ(Vm.takeFindings(),
            Found{"GetTag is called without its capability"});
  jvmtiCapabilities Wanted = {};
  Wanted.can_tag_objects = 1;
  Vm.Potential.can_tag_objects = 0;
  EXPECT_EQ(Ti.AddCapabilities(&Wanted), JVMTI_ERROR_NOT_AVAILABLE);
  Vm.Potential.can_tag_objects = 1;
  EXPECT_EQ(Ti.AddCapabilities(&Wanted), JVMTI_ERROR_NONE);
  EXPECT_EQ(Ti.GetTag(Thread, &Tag), JVMTI_ERROR_NONE);
}

TEST(FakeJvm, OtherFunctionsAreFindings) {
  FakeJvm Vm;
  Vm.Now = FakeJvm::Phase::Live;
  EXPECT_EQ(openTi(Vm).SuspendThread(nullptr), JVMTI_ERROR_NOT_AVAILABLE);
  EXPECT_EQ(openJni(Vm).GetVersion(), 0);
  EXPECT_EQ(openJni(Vm).CallIntMethod(nullptr, nullptr), 0);
  EXPECT_EQ(Vm.takeFindings(),
            (Found{"unexpected call of slot 4 SuspendThread",
                   "unexpected call of slot 4 GetVersion",
                   "unexpected call of slot 50 CallIntMethodV"}));
  void *const *Slots = reinterpret_cast<void *const *>(&fakeTiTable());
  for (size_t I = 0; I != sizeof(jvmtiInterface_1_) / sizeof(void *); ++I)
    EXPECT_NE(Slots[I], nullptr) << I;
}

TEST(FakeJvm, WhatIsLeftIsFound) {
  FakeJvm Vm;
  Vm.Now = FakeJvm::Phase::Live;
  unsigned char *Memory;
  jvmtiEnv &Ti = openTi(Vm);
  Ti.Allocate(8, &Memory);
  JNIEnv &Jni = openJni(Vm);
  jobject Global = Jni.NewGlobalRef(Jni.FindClass("java/lang/Object"));
  Jni.PushLocalFrame(1);
  EXPECT_EQ(Vm.takeFindings(), (Found{"1 blocks are not deallocated",
                                      "1 global references are left",
                                      "main: a local frame is left"}));
  jclass Class = Jni.FindClass("java/lang/Object");
  Jni.PopLocalFrame(nullptr);
  Ti.Deallocate(Memory);
  Jni.DeleteGlobalRef(Global);
  Jni.GetMethodID(Class, "x", "()V");
  EXPECT_EQ(Vm.takeFindings(),
            Found{"use of a deleted reference to 'Ljava/lang/Object;'"});
}

TEST(FakeJvm, ACallFailsAsScripted) {
  FakeJvm Vm;
  Vm.Now = FakeJvm::Phase::Live;
  jvmtiEnv &Ti = openTi(Vm);
  Vm.failTi(2, JVMTI_ERROR_OUT_OF_MEMORY);
  jclass Class = static_cast<jclass>(Vm.local(&Vm.addClass("[I")));
  for (jvmtiError Want :
       {JVMTI_ERROR_NONE, JVMTI_ERROR_OUT_OF_MEMORY, JVMTI_ERROR_NONE})
    EXPECT_EQ(Ti.GetClassSignature(Class, nullptr, nullptr), Want);
  EXPECT_EQ(Vm.failed(), "GetClassSignature");
  JNIEnv &Jni = openJni(Vm);
  Vm.failJni(1, "NewStringUTF");
  EXPECT_NE(Jni.FindClass("java/lang/Object"), nullptr);
  EXPECT_EQ(Jni.NewStringUTF("x"), nullptr);
  EXPECT_TRUE(Jni.ExceptionCheck());
  Jni.NewStringUTF("x");
  EXPECT_EQ(Vm.takeFindings(),
            Found{"NewStringUTF is called with an exception pending"});
}

//===- JvmTiTest.cpp - Tests of declarations for newer JDKs ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compiled with the newest jvmti.h of this machine, from JDK 21 or later: the
/// numbers that the agent declares must match those in the header.
///
//===----------------------------------------------------------------------===//

#include "Agent/Vm/JvmTi.h"
#include "gtest/gtest.h"
#include <cstring>
#include <type_traits>

using namespace hprof::agent;

static_assert(JVMTI_VERSION >= 0x30150000,
              "not the jvmti.h of JDK 21 or later");
static_assert(VirtualThreadStartEvent == JVMTI_EVENT_VIRTUAL_THREAD_START);
static_assert(VirtualThreadEndEvent == JVMTI_EVENT_VIRTUAL_THREAD_END);
// An agent may request the older version: the VM's structures only grow.
static_assert(NeededVersion <= JVMTI_VERSION);

/// The index of an event in jvmtiEventCallbacks.
static constexpr size_t slotOf(jvmtiEvent E) {
  return size_t(E - JVMTI_MIN_EVENT_TYPE_VAL) * sizeof(jvmtiEventReserved);
}
#define CHECK_SLOT(EVENT, MEMBER)                                              \
  static_assert(slotOf(JVMTI_EVENT_##EVENT) ==                                 \
                offsetof(jvmtiEventCallbacks, MEMBER))
CHECK_SLOT(VM_INIT, VMInit);
CHECK_SLOT(VM_DEATH, VMDeath);
CHECK_SLOT(THREAD_START, ThreadStart);
CHECK_SLOT(THREAD_END, ThreadEnd);
CHECK_SLOT(CLASS_FILE_LOAD_HOOK, ClassFileLoadHook);
CHECK_SLOT(CLASS_LOAD, ClassLoad);
CHECK_SLOT(CLASS_PREPARE, ClassPrepare);
CHECK_SLOT(VM_START, VMStart);
CHECK_SLOT(EXCEPTION, Exception);
CHECK_SLOT(EXCEPTION_CATCH, ExceptionCatch);
CHECK_SLOT(SINGLE_STEP, SingleStep);
CHECK_SLOT(FRAME_POP, FramePop);
CHECK_SLOT(BREAKPOINT, Breakpoint);
CHECK_SLOT(FIELD_ACCESS, FieldAccess);
CHECK_SLOT(FIELD_MODIFICATION, FieldModification);
CHECK_SLOT(METHOD_ENTRY, MethodEntry);
CHECK_SLOT(METHOD_EXIT, MethodExit);
CHECK_SLOT(NATIVE_METHOD_BIND, NativeMethodBind);
CHECK_SLOT(COMPILED_METHOD_LOAD, CompiledMethodLoad);
CHECK_SLOT(COMPILED_METHOD_UNLOAD, CompiledMethodUnload);
CHECK_SLOT(DYNAMIC_CODE_GENERATED, DynamicCodeGenerated);
CHECK_SLOT(DATA_DUMP_REQUEST, DataDumpRequest);
CHECK_SLOT(MONITOR_WAIT, MonitorWait);
CHECK_SLOT(MONITOR_WAITED, MonitorWaited);
CHECK_SLOT(MONITOR_CONTENDED_ENTER, MonitorContendedEnter);
CHECK_SLOT(MONITOR_CONTENDED_ENTERED, MonitorContendedEntered);
CHECK_SLOT(RESOURCE_EXHAUSTED, ResourceExhausted);
CHECK_SLOT(GARBAGE_COLLECTION_START, GarbageCollectionStart);
CHECK_SLOT(GARBAGE_COLLECTION_FINISH, GarbageCollectionFinish);
CHECK_SLOT(OBJECT_FREE, ObjectFree);
CHECK_SLOT(VM_OBJECT_ALLOC, VMObjectAlloc);
CHECK_SLOT(SAMPLED_OBJECT_ALLOC, SampledObjectAlloc);
CHECK_SLOT(VIRTUAL_THREAD_START, VirtualThreadStart);
CHECK_SLOT(VIRTUAL_THREAD_END, VirtualThreadEnd);

static_assert(sizeof(EventCallbacks) == sizeof(jvmtiEventCallbacks));
// The size is the same in JDK 11.
static_assert(sizeof(jvmtiCapabilities) == 16);

TEST(JvmTi, TheBitOfVirtualThreads) {
  jvmtiCapabilities C = {};
  EXPECT_FALSE(hasBit(C, VirtualThreadsBit));
  C.can_support_virtual_threads = 1;
  EXPECT_TRUE(hasBit(C, VirtualThreadsBit));
  jvmtiCapabilities Set = {};
  setBit(Set, VirtualThreadsBit);
  EXPECT_EQ(std::memcmp(&C, &Set, sizeof(C)), 0);
  // All other bits belong to other capabilities.
  std::memset(&C, 0xff, sizeof(C));
  C.can_support_virtual_threads = 0;
  EXPECT_FALSE(hasBit(C, VirtualThreadsBit));
  EXPECT_TRUE(hasBit(C, VirtualThreadsBit - 1));
  EXPECT_TRUE(hasBit(C, VirtualThreadsBit + 1));
}

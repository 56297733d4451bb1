//===- ExtensionsTest.cpp - Tests of extension events and functions -------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Agent/Vm/Extensions.h"
#include "gtest/gtest.h"
#include <cstdlib>
#include <cstring>

using namespace hprof::agent;

static jvmtiError JNICALL release(jvmtiEnv *, unsigned char *Memory) {
  std::free(Memory);
  return JVMTI_ERROR_NONE;
}

/// Three events; the first has no name.
static jvmtiError JNICALL events(jvmtiEnv *, jint *Count,
                                 jvmtiExtensionEventInfo **Out) {
  *Count = 3;
  *Out = static_cast<jvmtiExtensionEventInfo *>(
      std::calloc(3, sizeof(jvmtiExtensionEventInfo)));
  const char *const Names[] = {nullptr, "vm.Mount", "vm.Unmount"};
  for (int I = 0; I != 3; ++I) {
    (*Out)[I].extension_event_index = 100 + I;
    (*Out)[I].id = Names[I] ? ::strdup(Names[I]) : nullptr;
  }
  return JVMTI_ERROR_NONE;
}

TEST(Extensions, EventsAreFoundByName) {
  jvmtiInterface_1_ Table{};
  Table.Deallocate = release;
  Table.GetExtensionEvents = events;
  jvmtiEnv Ti{};
  Ti.functions = &Table;
  EXPECT_EQ(findExtensionEvent(Ti, "vm.Mount"), 101);
  EXPECT_EQ(findExtensionEvent(Ti, "vm.Unmount"), 102);
  EXPECT_EQ(findExtensionEvent(Ti, "vm.Other"), std::nullopt);
  EXPECT_EQ(findExtensionEvent(Ti, ""), std::nullopt);
}

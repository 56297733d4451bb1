//===- libhprof.cpp - Functions called by the VM --------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "hprof/Agent/Load.h"
#include <jni.h>

using namespace hprof;

extern "C" {
JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *Vm, char *Options, void *) {
  return agent::load(*Vm, Options);
}
JNIEXPORT jint JNICALL Agent_OnAttach(JavaVM *Vm, char *Options, void *) {
  return agent::attach(*Vm, Options);
}
JNIEXPORT void JNICALL Agent_OnUnload(JavaVM *) { agent::unload(); }
}

/// HotSpot exits without an event when its heap is too full for another thread.
[[gnu::destructor]] static void processEnds() { agent::processEnds(); }

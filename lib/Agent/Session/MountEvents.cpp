//===- MountEvents.cpp - Mount events of virtual threads ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "MountEvents.h"
#include "Agent/Vm/Extensions.h"
#include "Agent/Vm/Jvm.h"
#include "Agent/Vm/JvmError.h"
#include "Session.h"
#include <cstdarg>

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

static void JNICALL onMount(jvmtiEnv *Ti, ...) {
  va_list Args;
  va_start(Args, Ti);
  JNIEnv *Jni = va_arg(Args, JNIEnv *);
  jthread T = va_arg(Args, jthread);
  va_end(Args);
  if (Session *S = sessionOf(*Ti))
    S->virtualThreadMount(*Jni, T);
}

static void JNICALL onUnmount(jvmtiEnv *Ti, ...) {
  if (Session *S = sessionOf(*Ti))
    S->virtualThreadUnmount();
}

Error agent::enableMountEvents(jvmtiEnv &Ti) {
  const std::optional<jint> Mount =
      findExtensionEvent(Ti, VirtualThreadMountEvent);
  const std::optional<jint> Unmount =
      findExtensionEvent(Ti, VirtualThreadUnmountEvent);
  if (!Mount || !Unmount)
    return Error::success();
  if (Error E = check("SetExtensionEventCallback",
                      Ti.SetExtensionEventCallback(*Unmount, onUnmount)))
    return E;
  if (Error E = check("SetExtensionEventCallback",
                      Ti.SetExtensionEventCallback(*Mount, onMount)))
    return E;
  // In HotSpot, setting a callback does not enable the events.
  for (jint Event : {*Unmount, *Mount})
    if (Error E = setEvent(Ti, jvmtiEvent(Event), true))
      return E;
  return Error::success();
}

void agent::disableMountEvents(jvmtiEnv &Ti) {
  for (StringRef Name : {VirtualThreadMountEvent, VirtualThreadUnmountEvent})
    if (std::optional<jint> Event = findExtensionEvent(Ti, Name))
      Ti.SetExtensionEventCallback(*Event, nullptr);
}

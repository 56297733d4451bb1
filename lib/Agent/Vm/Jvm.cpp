//===- Jvm.cpp - The VM that the agent observes ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Jvm.h"
#include "EnvironmentTags.h"
#include "JvmError.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include <mutex>
#include <vector>

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

Expected<Jvm> Jvm::open(JavaVM &Vm, bool IsAttached) {
  Jvm Result;
  Result.Vm = &Vm;
  Result.IsAttached = IsAttached;
  void *Env = nullptr;
  if (jint Code = Vm.GetEnv(&Env, NeededVersion); Code != JNI_OK)
    return make_error<JvmError>(
        "this VM does not support JVM TI 11 (GetEnv returned " +
        Twine(int(Code)) + "); the agent requires JDK 11 or later");
  Result.Ti = static_cast<jvmtiEnv *>(Env);
  if (Error E = check("GetPotentialCapabilities",
                      Result.Ti->GetPotentialCapabilities(&Result.Potential))) {
    Result.Ti->DisposeEnvironment();
    return E;
  }
  return Result;
}

namespace {
/// Environments returned by sessions.
struct Idle {
  std::mutex Lock;
  std::vector<Jvm> All;
};
} // namespace

static Idle &idle() {
  // Never destroyed: VM threads may run while the process exits.
  static Idle *Only = new Idle;
  return *Only;
}

Expected<Jvm> Jvm::lease(JavaVM &Vm, bool IsAttached) {
  {
    std::lock_guard<std::mutex> Hold(idle().Lock);
    auto It = find_if(idle().All, [&](const Jvm &J) { return J.Vm == &Vm; });
    if (It != idle().All.end()) {
      Jvm Result = *It;
      ++Result.Use;
      Result.IsAttached = IsAttached;
      if (Error E =
              check("GetPotentialCapabilities",
                    Result.Ti->GetPotentialCapabilities(&Result.Potential)))
        return E;
      idle().All.erase(It);
      return Result;
    }
  }
  return open(Vm, IsAttached);
}

void Jvm::stopEvents() const {
  EventCallbacks().install(*Ti);
  // The next session sets all callbacks, even for events that it has not
  // enabled.
  for (int E = JVMTI_MIN_EVENT_TYPE_VAL; E <= VirtualThreadEndEvent; ++E)
    Ti->SetEventNotificationMode(JVMTI_DISABLE, jvmtiEvent(E), nullptr);
}

void Jvm::giveBack(bool MayBeUsedAgain) const {
  jvmtiCapabilities All = {};
  Ti->GetCapabilities(&All);
  Ti->RelinquishCapabilities(&All);
  if (!MayBeUsedAgain || Use + 1 == EnvironmentTags::EndOfUses)
    return;
  std::lock_guard<std::mutex> Hold(idle().Lock);
  idle().All.push_back(*this);
}

void Jvm::forgetIdle() {
  std::lock_guard<std::mutex> Hold(idle().Lock);
  idle().All.clear();
}

JNIEnv *Jvm::jni() const {
  void *Env = nullptr;
  return Vm->GetEnv(&Env, JNI_VERSION_1_6) == JNI_OK
             ? static_cast<JNIEnv *>(Env)
             : nullptr;
}

Error agent::setEvent(jvmtiEnv &Ti, jvmtiEvent E, bool IsOn) {
  return check("SetEventNotificationMode",
               Ti.SetEventNotificationMode(IsOn ? JVMTI_ENABLE : JVMTI_DISABLE,
                                           E, nullptr));
}

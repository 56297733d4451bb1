//===- HeldObjects.cpp - Finds known objects in a heap dump ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "HeldObjects.h"
#include "Agent/Vm/JvmError.h"
#include "Agent/Vm/JvmMemory.h"
#include <utility>

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

Expected<HeldObjects> HeldObjects::hold(JNIEnv &Jni,
                                        ArrayRef<jobject> Objects) {
  constexpr const char *During = "holding classes and threads for a dump";
  LocalFrame Refs(Jni);
  jclass Object = Jni.FindClass("java/lang/Object");
  jobjectArray Array =
      Object ? Jni.NewObjectArray(jsize(Objects.size()), Object, nullptr)
             : nullptr;
  jobject Global = nullptr;
  if (Array) {
    for (size_t I = 0; I != Objects.size(); ++I)
      Jni.SetObjectArrayElement(Array, jsize(I), Objects[I]);
    Global = Jni.NewGlobalRef(Array);
  }
  if (Error E = takeException(Jni, During)) {
    if (Global)
      Jni.DeleteGlobalRef(Global);
    return E;
  }
  if (!Global)
    return make_error<JvmError>(Twine(During) + ": no memory in the VM");
  return HeldObjects(Jni, Global);
}

HeldObjects::HeldObjects(HeldObjects &&Other)
    : Jni(Other.Jni), Array(std::exchange(Other.Array, nullptr)) {}

HeldObjects::~HeldObjects() {
  if (Array)
    Jni.DeleteGlobalRef(Array);
}

/// A reference is the address of a slot; since JDK 21 its lowest bits state the
/// kind of the reference.
uint64_t HeldObjects::handle() const {
  return uint64_t(reinterpret_cast<uintptr_t>(Array)) & ~UINT64_C(7);
}

//===- HeapWalkMirrors.cpp - References from class objects ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "HeapWalkMirrors.h"
#include "Agent/Vm/JvmError.h"
#include "Agent/Vm/JvmMemory.h"

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

static constexpr const char *During = "a heap walk";

/// Finds the reference fields of \p Class, java.lang.Class.
static Error findFields(jvmtiEnv &Ti, jclass Class,
                        std::vector<jfieldID> &Found) {
  constexpr jint AccStatic = 8; // JVMS 4.5
  JvmArray<jfieldID> All(Ti);
  if (Error E = check("GetClassFields",
                      Ti.GetClassFields(Class, &All.Count, All.out())))
    return E;
  for (jfieldID F : All.get()) {
    jint Modifiers = 0;
    if (Error E = check("GetFieldModifiers",
                        Ti.GetFieldModifiers(Class, F, &Modifiers)))
      return E;
    JvmText Signature(Ti);
    if (Error E =
            check("GetFieldName",
                  Ti.GetFieldName(Class, F, nullptr, Signature.out(), nullptr)))
      return E;
    const char First = Signature.str().empty() ? 0 : Signature.str().front();
    if (!(Modifiers & AccStatic) && (First == 'L' || First == '['))
      Found.push_back(F);
  }
  return Error::success();
}

Error agent::holdFieldsOf(ArrayRef<NumberedClasses::Loaded> Classes,
                          jvmtiEnv &Ti, JNIEnv &Jni, LocalFrame &Refs) {
  if (Classes.empty())
    return Error::success();
  std::vector<jfieldID> Fields;
  if (Error E =
          findFields(Ti, Jni.GetObjectClass(Classes.front().Class), Fields))
    return E;
  // Capacity is requested in steps, because each request takes time.
  constexpr size_t PerStep = 256;
  for (size_t I = 0; I != Classes.size(); ++I) {
    if (I % PerStep == 0)
      Refs.expect(jint(PerStep * Fields.size()));
    for (jfieldID F : Fields)
      Jni.GetObjectField(Classes[I].Class, F);
  }
  // Without memory for more references, fewer objects are found.
  consumeError(takeException(Jni, During));
  return Error::success();
}

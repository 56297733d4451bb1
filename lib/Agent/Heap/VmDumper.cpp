//===- VmDumper.cpp - Lets the VM dump its heap ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "VmDumper.h"
#include "Agent/Vm/JvmError.h"
#include "Agent/Vm/JvmMemory.h"

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

static constexpr const char *During = "the VM's heap dump";

/// Whether the VM's option UseZGC is on; false where there is no such option.
static bool usesZgc(JNIEnv &Jni, jclass Kind, jobject Bean) {
  jmethodID Get = Jni.GetMethodID(
      Kind, "getVMOption", "(Ljava/lang/String;)Lcom/sun/management/VMOption;");
  jstring Name = Get ? Jni.NewStringUTF("UseZGC") : nullptr;
  jobject Option = Name ? Jni.CallObjectMethod(Bean, Get, Name) : nullptr;
  jmethodID Value = nullptr;
  if (Option && !Jni.ExceptionCheck())
    Value = Jni.GetMethodID(Jni.GetObjectClass(Option), "getValue",
                            "()Ljava/lang/String;");
  auto Text = Value ? jstring(Jni.CallObjectMethod(Option, Value)) : jstring();
  bool IsOn = false;
  if (Text && !Jni.ExceptionCheck())
    if (const char *Chars = Jni.GetStringUTFChars(Text, nullptr)) {
      IsOn = StringRef(Chars) == "true";
      Jni.ReleaseStringUTFChars(Text, Chars);
    }
  clearException(Jni);
  return IsOn;
}

Expected<VmDumper> VmDumper::find(JNIEnv &Jni) {
  jclass Kind = Jni.FindClass("com/sun/management/HotSpotDiagnosticMXBean");
  if (Error E = takeException(Jni, During))
    return E;
  jmethodID Dump = Jni.GetMethodID(Kind, "dumpHeap", "(Ljava/lang/String;Z)V");
  jclass Factory =
      Dump ? Jni.FindClass("java/lang/management/ManagementFactory") : nullptr;
  jmethodID Get = Factory ? Jni.GetStaticMethodID(
                                Factory, "getPlatformMXBean",
                                "(Ljava/lang/Class;)"
                                "Ljava/lang/management/PlatformManagedObject;")
                          : nullptr;
  jobject Bean = Get ? Jni.CallStaticObjectMethod(Factory, Get, Kind) : nullptr;
  if (Error E = takeException(Jni, During))
    return E;
  if (!Bean)
    return make_error<JvmError>(Twine(During) +
                                ": this VM has no HotSpotDiagnostic bean");
  return VmDumper(Jni, Bean, Dump, !usesZgc(Jni, Kind, Bean));
}

Error VmDumper::dump(const std::string &Path) const {
  LocalFrame Refs(Jni);
  if (jstring Name = Jni.NewStringUTF(Path.c_str()))
    Jni.CallVoidMethod(Bean, Dump, Name, jboolean(MayCollect));
  return takeException(Jni, During);
}

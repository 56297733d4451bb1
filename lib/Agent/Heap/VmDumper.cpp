//===- VmDumper.cpp - Dumps the heap through the VM -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "VmDumper.h"
#include "Agent/Vm/Collector.h"
#include "Agent/Vm/JvmError.h"
#include "Agent/Vm/JvmMemory.h"
#include <dlfcn.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

static constexpr const char *During = "the VM's heap dump";

/// Opens the library with the native method, initialized as by
/// System.loadLibrary(); null if this VM lacks it. It is never closed.
static void *openLibrary(JavaVM &Vm, jvmtiEnv &Ti) {
  JvmText Folders(Ti);
  if (Ti.GetSystemProperty("sun.boot.library.path", Folders.out()) !=
      JVMTI_ERROR_NONE)
    return nullptr;
  for (StringRef Rest = Folders.str(); !Rest.empty();) {
    StringRef Folder;
    std::tie(Folder, Rest) = Rest.split(':');
    void *Library = ::dlopen((Folder + "/libmanagement_ext.so").str().c_str(),
                             RTLD_LAZY | RTLD_LOCAL);
    if (!Library)
      continue;
    auto Load = reinterpret_cast<jint(JNICALL *)(JavaVM *, void *)>(
        ::dlsym(Library, "JNI_OnLoad"));
    if (Load && Load(&Vm, nullptr) > 0)
      return Library;
    ::dlclose(Library);
  }
  return nullptr;
}

VmDumper::Function VmDumper::findFunction(jvmtiEnv &Ti, JNIEnv &Jni) const {
  LocalFrame Refs(Jni);
  Function Found = nullptr;
  if (void *Library = openLibrary(Vm, Ti))
    Found = reinterpret_cast<Function>(
        ::dlsym(Library, "Java_com_sun_management_internal_HotSpotDiagnostic_"
                         "dumpHeap0"));
  // The function's name does not show its parameters.
  if (Found) {
    jclass Class =
        Jni.FindClass("com/sun/management/internal/HotSpotDiagnostic");
    if (!Class ||
        !Jni.GetMethodID(Class, "dumpHeap0", "(Ljava/lang/String;Z)V"))
      Found = nullptr;
  }
  clearException(Jni);
  return Found;
}

void VmDumper::prepare(jvmtiEnv &Ti, JNIEnv &Jni, const DumpPlace &Place) {
  LocalFrame Refs(Jni);
  Direct = findFunction(Ti, Jni);
  if (!Direct)
    return;
  Path = freeName(Place);
  Name = static_cast<jstring>(Jni.NewGlobalRef(Jni.NewStringUTF(Path.c_str())));
  clearException(Jni);
}

void VmDumper::release(JNIEnv &Jni) {
  Jni.DeleteGlobalRef(std::exchange(Name, nullptr));
}

std::string VmDumper::freeName(const DumpPlace &Place) const {
  struct stat Status;
  for (unsigned I = 0;; ++I) {
    std::string New = Place.Stem + "." + std::to_string(::getpid()) + "." +
                      std::to_string(I) + ".hprof";
    if (::lstat(New.c_str(), &Status) != 0)
      return New;
  }
}

Expected<VmDumper::Call> VmDumper::find(JNIEnv &Jni) const {
  Call How;
  if (Direct)
    return How;
  jclass Kind = Jni.FindClass("com/sun/management/HotSpotDiagnosticMXBean");
  if (Error E = takeException(Jni, During))
    return E;
  How.Dump = Jni.GetMethodID(Kind, "dumpHeap", "(Ljava/lang/String;Z)V");
  jclass Factory = How.Dump
                       ? Jni.FindClass("java/lang/management/ManagementFactory")
                       : nullptr;
  jmethodID Get = Factory ? Jni.GetStaticMethodID(
                                Factory, "getPlatformMXBean",
                                "(Ljava/lang/Class;)"
                                "Ljava/lang/management/PlatformManagedObject;")
                          : nullptr;
  if (Get)
    How.Bean = Jni.CallStaticObjectMethod(Factory, Get, Kind);
  if (Error E = takeException(Jni, During))
    return E;
  if (!How.Bean)
    return make_error<JvmError>(Twine(During) +
                                ": this VM has no HotSpotDiagnostic bean");
  return How;
}

Error VmDumper::dump(JNIEnv &Jni, const Call &How,
                     const std::string &To) const {
  LocalFrame Refs(Jni);
  jstring Text = To == Path ? Name : nullptr;
  if (!Text)
    Text = Jni.NewStringUTF(To.c_str());
  // Collectors with their own threads dump only live objects anyway. When the
  // VM exits, their threads are gone, and a collection would hang.
  const jboolean Collects = !collectsInOwnThreads();
  if (Text && Direct)
    Direct(&Jni, nullptr, Text, Collects);
  else if (Text)
    Jni.CallVoidMethod(How.Bean, How.Dump, Text, Collects);
  return takeException(Jni, During);
}

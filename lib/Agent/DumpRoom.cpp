//===- DumpRoom.cpp - Room for a heap dump on disk ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "DumpRoom.h"
#include "JvmError.h"
#include "JvmMemory.h"
#include <sys/stat.h>
#include <sys/statvfs.h>

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

/// Bytes of the Java heap in use.
static Expected<uint64_t> usedHeap(JNIEnv &Jni) {
  constexpr const char *During = "measuring the Java heap";
  LocalFrame Refs(Jni);
  jclass Runtime = Jni.FindClass("java/lang/Runtime");
  jmethodID Get = Runtime ? Jni.GetStaticMethodID(Runtime, "getRuntime",
                                                  "()Ljava/lang/Runtime;")
                          : nullptr;
  jmethodID Total =
      Get ? Jni.GetMethodID(Runtime, "totalMemory", "()J") : nullptr;
  jmethodID Free =
      Total ? Jni.GetMethodID(Runtime, "freeMemory", "()J") : nullptr;
  jobject Self = Free ? Jni.CallStaticObjectMethod(Runtime, Get) : nullptr;
  if (Error E = takeException(Jni, During))
    return E;
  if (!Self)
    return make_error<JvmError>(Twine(During) + ": there is no Runtime");
  const jlong Size = Jni.CallLongMethod(Self, Total);
  if (Error E = takeException(Jni, During))
    return E;
  const jlong Unused = Jni.CallLongMethod(Self, Free);
  if (Error E = takeException(Jni, During))
    return E;
  return Size > Unused ? uint64_t(Size - Unused) : 0;
}

Error agent::checkRoom(JNIEnv &Jni, const std::string &Output) {
  Expected<uint64_t> Used = usedHeap(Jni);
  if (!Used)
    return Used.takeError();
  const size_t Slash = Output.rfind('/');
  const std::string Directory = Slash == std::string::npos ? "."
                                : Slash == 0               ? "/"
                                             : Output.substr(0, Slash);
  struct statvfs There;
  if (::statvfs(Directory.c_str(), &There) != 0)
    return make_error<JvmError>("'" + Directory +
                                "' does not say how much room it has");
  struct stat Status;
  const bool IsFile =
      ::stat(Output.c_str(), &Status) == 0 && S_ISREG(Status.st_mode);
  const uint64_t Room = uint64_t(There.f_bavail) * There.f_frsize;
  const uint64_t Need = roomFor(*Used, IsFile);
  if (Room >= Need)
    return Error::success();
  return make_error<JvmError>("'" + Directory + "' has room for " +
                              Twine(Room) + " bytes, a dump may need " +
                              Twine(Need));
}

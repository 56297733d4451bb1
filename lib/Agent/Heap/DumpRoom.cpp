//===- DumpRoom.cpp - Disk space for a heap dump --------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "DumpRoom.h"
#include "Agent/Output/NewFile.h"
#include "Agent/Records/Recorder.h"
#include "Agent/Vm/JavaRuntime.h"
#include "Agent/Vm/JvmError.h"
#include "Agent/Vm/JvmMemory.h"
#include <cstdlib>
#include <sys/statvfs.h>

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

/// Bytes of the Java heap in use.
static Expected<uint64_t> usedHeap(jvmtiEnv &Ti, JNIEnv &Jni) {
  LocalFrame Refs(Jni);
  Expected<JavaRuntime> Runtime =
      JavaRuntime::find(Ti, Jni, "measuring the Java heap");
  if (!Runtime)
    return Runtime.takeError();
  Expected<uint64_t> Size = Runtime->bytes("totalMemory");
  if (!Size)
    return Size;
  Expected<uint64_t> Unused = Runtime->bytes("freeMemory");
  if (!Unused)
    return Unused;
  return *Size > *Unused ? *Size - *Unused : 0;
}

DumpPlace agent::placeOfDumps(const Recorder &Out) {
  if (Out.isFile())
    return {Out.name(), /*WithOutput=*/true};
  const char *Temporary = ::getenv("TMPDIR");
  return {std::string(Temporary && *Temporary ? Temporary : "/tmp") + "/java",
          /*WithOutput=*/false};
}

std::string DumpPlace::folder() const { return folderOf(Stem); }

Error agent::checkRoom(jvmtiEnv &Ti, JNIEnv &Jni, const DumpPlace &Place) {
  Expected<uint64_t> Used = usedHeap(Ti, Jni);
  if (!Used)
    return Used.takeError();
  const std::string Directory = Place.folder();
  struct statvfs There;
  if (::statvfs(Directory.c_str(), &There) != 0)
    return make_error<JvmError>("cannot determine the free space in '" +
                                Directory + "'");
  const uint64_t Room = uint64_t(There.f_bavail) * There.f_frsize;
  const uint64_t Need = roomFor(*Used, Place.WithOutput);
  if (Room >= Need)
    return Error::success();
  return make_error<JvmError>("'" + Directory + "' has " + Twine(Room) +
                              " bytes free, a dump may need " + Twine(Need));
}

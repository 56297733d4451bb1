//===- HeapWalkRoom.cpp - Memory that the VM needs for tags ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "HeapWalkRoom.h"
#include "Agent/Vm/JvmError.h"
#include <cstdio>
#include <sys/mman.h>

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

static jint JNICALL countObject(jlong, jlong, jlong *, jint, void *Count) {
  ++*static_cast<uint64_t *>(Count);
  return 0;
}

/// Memory available without swapping; UINT64_MAX if unknown.
static uint64_t availableMemory() {
  FILE *In = ::fopen("/proc/meminfo", "re");
  if (!In)
    return UINT64_MAX;
  uint64_t Result = UINT64_MAX;
  char Line[128];
  while (::fgets(Line, sizeof(Line), In)) {
    unsigned long long Kilobytes = 0;
    if (::sscanf(Line, "MemAvailable: %llu kB", &Kilobytes) == 1)
      Result = uint64_t(Kilobytes) << 10;
  }
  ::fclose(In);
  return Result;
}

Error agent::checkRoomForTags(uint64_t Count) {
  const uint64_t Need = Count * BytesPerTag;
  bool IsThere = Count <= (SIZE_MAX >> 8) / BytesPerTag;
  if (IsThere && Need) {
    // Checks the memory limits of the process.
    void *P = ::mmap(nullptr, size_t(Need), PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    IsThere = P != MAP_FAILED;
    if (IsThere)
      ::munmap(P, size_t(Need));
  }
  if (IsThere && Need <= availableMemory())
    return Error::success();
  return make_error<JvmError>("a heap walk of " + Twine(Count) +
                              " objects may need " + Twine(Need) +
                              " bytes, more than the system has");
}

Error agent::checkRoomForTags(jvmtiEnv &Ti) {
  uint64_t Count = 0;
  jvmtiHeapCallbacks Calls = {};
  Calls.heap_iteration_callback = countObject;
  if (Error E = check("IterateThroughHeap",
                      Ti.IterateThroughHeap(JVMTI_HEAP_FILTER_TAGGED, nullptr,
                                            &Calls, &Count)))
    return E;
  return checkRoomForTags(Count);
}

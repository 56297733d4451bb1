//===- Collector.cpp - The VM's garbage collector -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Collector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace hprof;
using namespace llvm;

/// Prefixes of the collectors' thread names. JDK 21 to 23 have two versions of
/// ZGC.
static constexpr StringLiteral Workers[] = {"ZWorker", "XWorker", "Shenandoah"};

bool agent::collectsInOwnThreads() {
  std::error_code Failed;
  for (sys::fs::directory_iterator I("/proc/self/task", Failed), End;
       I != End && !Failed; I.increment(Failed)) {
    auto Name = MemoryBuffer::getFileAsStream(I->path() + "/comm");
    if (Name && any_of(Workers, [&](StringRef Begin) {
          return (*Name)->getBuffer().starts_with(Begin);
        }))
      return true;
  }
  return false;
}

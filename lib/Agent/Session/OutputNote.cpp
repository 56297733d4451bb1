//===- OutputNote.cpp - What readers of the output should know -----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "OutputNote.h"
#include "Agent/Output/Messages.h"
#include "Agent/Vm/VmFlags.h"

using namespace hprof;
using namespace hprof::agent;

/// Without buffers of threads, compiled and interpreted code of VMs before JDK
/// 20 makes objects by itself, if the collector is the serial or the parallel
/// one. The VM then does not report them.
static bool missesAllocations(const Jvm &J, JNIEnv &Jni, const Options &O) {
  return O.HeapSites && !J.hasVirtualThreads() &&
         !givenFlag(Jni, "UseTLAB").value_or(true);
}

std::string agent::outputNote(const Jvm &J, JNIEnv &Jni, const Options &O) {
  std::string Note;
  if (missesAllocations(J, Jni, O)) {
    reportNote("heap=sites: this VM runs with -XX:-UseTLAB; with the serial or "
               "the parallel collector it does not report most objects");
    Note = "This VM runs with -XX:-UseTLAB. With the serial or the parallel\n"
           "collector it does not report most objects, which SITES lacks.\n";
  }
  if (O.HeapSites && O.SampleBytes)
    Note += "The numbers in SITES are estimates, from samples of allocations: "
            "one\n"
            "per " +
            std::to_string(O.SampleBytes) + " bytes on average.\n";
  return Note;
}

//===- OutputNote.cpp - Notes for readers of the output -------------------===//
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

/// Without thread-local buffers, and with the serial or parallel collector,
/// compiled and interpreted code in VMs before JDK 20 allocates objects
/// directly, and the VM does not report them.
static bool missesAllocations(const Jvm &J, JNIEnv &Jni, const Options &O) {
  return O.HeapSites && !J.hasVirtualThreads() &&
         !givenFlag(Jni, "UseTLAB").value_or(true);
}

std::string agent::outputNote(const Jvm &J, JNIEnv &Jni, const Options &O) {
  std::string Note;
  if (missesAllocations(J, Jni, O)) {
    reportNote("heap=sites: with -XX:-UseTLAB and the serial or parallel "
               "collector, this VM does not report most objects");
    Note = "With -XX:-UseTLAB and the serial or parallel collector, this VM "
           "does\nnot report most objects. They are missing from SITES.\n";
  }
  if (O.HeapSites && O.SampleBytes)
    Note += "The numbers in SITES are estimates from allocation samples: "
            "one\nper " +
            std::to_string(O.SampleBytes) + " bytes on average.\n";
  return Note;
}

//===- VmDumpFacts.cpp - Facts about a VM's heap dump ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "VmDumpFacts.h"

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

VmDumpFactFinder::VmDumpFactFinder(VmDumpFacts &Found,
                                   ArrayRef<uint64_t> Handles)
    : Found(Found) {
  Found.Held.assign(Handles.size(), 0);
  for (size_t I = 0; I != Handles.size(); ++I)
    Indexes.set(Handles[I], I);
}

void VmDumpFactFinder::visit(const FileHeader &H) {
  Found.RootSize = 1 + 2 * H.IdSize;
}

void VmDumpFactFinder::visit(const LoadClass &R) {
  Found.LastClass = std::max(Found.LastClass, R.ClassSerial);
  Found.Classes.push_back({R.ClassSerial, R.Class});
}

void VmDumpFactFinder::visit(const StackFrame &R) {
  Found.LastFrame = std::max(Found.LastFrame, R.Id);
}

void VmDumpFactFinder::visit(const StackTrace &R) {
  Found.LastTrace = std::max(Found.LastTrace, R.TraceSerial);
}

void VmDumpFactFinder::visit(const RootJniGlobal &R) {
  uint64_t Index = R.GlobalRef;
  if (!Indexes.replace(Index))
    return;
  Found.Held[size_t(Index)] = R.Object;
  Found.HeldRoots.push_back(R.Offset);
}

void VmDumpFactFinder::visit(const RootThreadObject &R) {
  Found.LastThread = std::max(Found.LastThread, R.ThreadSerial);
  Found.Threads.push_back({R.ThreadSerial, R.Object});
}

//===- HeapWalk.h - Heap dumps by walking the heap -------------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file Dumps the heap with JVM TI's FollowReferences, where the VM's own
/// dumper cannot be used or lacks information. The walk needs no Java code,
/// Java heap or file, but native memory for the recorded data: about as much as
/// the objects occupy, plus the VM's memory for one tag per object.
///
/// Some objects are not found, because the VM does not report all references:
/// objects held only by resolved call sites of classes, by virtual threads that
/// begin during the walk, or, without Java heap for linkClasses(), by instances
/// of unlinked classes.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_HEAPWALK_HEAPWALK_H
#define HPROF_LIB_AGENT_HEAPWALK_HEAPWALK_H

#include "Agent/Recording/Recording.h"
#include "Agent/Vm/JvmTi.h"
#include "llvm/Support/Error.h"

namespace hprof::agent {

class HeapWalkSites;

struct HeapWalkRequest {
  /// If not null, objects get the traces of their sites.
  HeapWalkSites *Sites = nullptr;
  /// If false, classes are not linked: a call that runs out of Java heap would
  /// not return.
  bool MayRunJava = true;
};

/// Appends a dump to the output. Nothing is written if it fails. \return the
/// number of virtual threads that began so late that objects held only by them
/// are missing; these thread objects get a trace that reports this.
llvm::Expected<uint64_t> walkHeap(JNIEnv &Jni, const RecordingContext &C,
                                  const HeapWalkRequest &Request);

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_HEAPWALK_HEAPWALK_H

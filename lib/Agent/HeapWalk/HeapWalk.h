//===- HeapWalk.h - Heap dumps by walking the heap -------------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Dumps the heap by JVM TI's FollowReferences, where the VM's own dumper
/// cannot be used or does not know enough. It needs no Java code, no memory in
/// the Java heap and no file, but memory for what it records: about as much as
/// the objects take, besides what the VM needs for a tag per object.
///
/// Some objects are not found, as the VM does not report all references: what
/// only resolved call sites of classes hold; without Java heap for
/// linkClasses(), what instances of classes hold that are not linked; and what
/// virtual threads hold that begin during the walk.
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
  /// If not null, objects have the traces of their sites.
  HeapWalkSites *Sites = nullptr;
  /// Else classes are not linked: what runs out of Java heap does not return.
  bool MayRunJava = true;
};

/// Appends a dump to the output. Nothing is written if it fails. \return how
/// many virtual threads began so late that what only they hold is not in it;
/// objects of these have a trace that says so.
llvm::Expected<uint64_t> walkHeap(JNIEnv &Jni, const RecordingContext &C,
                                  const HeapWalkRequest &Request);

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_HEAPWALK_HEAPWALK_H

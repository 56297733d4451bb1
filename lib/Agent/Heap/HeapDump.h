//===- HeapDump.h - Heap dumps (heap=dump) ---------------------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The recording for heap=dump: all live objects with their values, and the
/// roots that keep them alive.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_HEAP_HEAPDUMP_H
#define HPROF_LIB_AGENT_HEAP_HEAPDUMP_H

#include "Agent/Recording/Recording.h"
#include <memory>

namespace hprof::agent {

class SiteRecording;

/// With \p Sites, dumps contain allocation traces of objects, if every object
/// is counted and tagged. \p Sites must outlive the recording.
std::unique_ptr<Recording> makeHeapDump(const RecordingContext &C,
                                        SiteRecording *Sites = nullptr);

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_HEAP_HEAPDUMP_H

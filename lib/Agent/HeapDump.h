//===- HeapDump.h - Heap dumps (heap=dump) ---------------------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The recording behind heap=dump: all live objects with their values, and the
/// roots that keep them alive.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_HEAPDUMP_H
#define HPROF_LIB_AGENT_HEAPDUMP_H

#include "Recording.h"
#include <memory>

namespace hprof::agent {

class SiteTable;

/// With \p Sites, which has the exact sites of all objects that are tagged in
/// the session's environment, dumps have the traces of objects. It must outlive
/// the recording.
std::unique_ptr<Recording> makeHeapDump(const RecordingContext &C,
                                        SiteTable *Sites = nullptr);

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_HEAPDUMP_H

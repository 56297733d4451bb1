//===- JfrReader.h - Reads flight recordings --------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads the profile in a recording of the JDK's Flight Recorder or of
/// async-profiler into records, as sendProfile() sends them:
///
///   CPU SAMPLES    jdk.CPUTimeSample or, without these, jdk.ExecutionSample
///   ALLOC SITES    jdk.ObjectAllocationSample or, without these,
///                  jdk.ObjectAllocationInNewTLAB and OutsideTLAB: the
///                  allocated bytes are their weights, and the allocated
///                  instances the number of events
///   MONITOR TIME   jdk.JavaMonitorEnter, and jdk.ThreadPark for locks
///
/// docs/Formats/JFR.md describes the format. Memory grows with the largest
/// chunk, unless it is mapped, and the number of different stack traces.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_JFR_JFRREADER_H
#define HPROF_FORMAT_JFR_JFRREADER_H

#include "hprof/Format/Base/Error.h"
#include "hprof/Format/Records/RecordVisitor.h"
#include "hprof/Format/Stream/Source.h"
#include <vector>

namespace hprof {

struct ThreadDump;

struct JfrReaderOptions {
  DamageHandler OnDamage;
  /// Larger chunks are omitted.
  uint64_t MaxChunk = 1 << 30;
};

/// Whether \p Head, the beginning of an input, is a recording.
bool looksLikeJfr(llvm::StringRef Head);

/// Reads all of \p In. Returns an error if the input failed or is not a
/// recording. Of a damaged chunk, the events before the damage are read.
llvm::Error readJfr(Source &In, RecordVisitor &V,
                    const JfrReaderOptions &Options = {});

/// Reads the thread dumps in \p In (jdk.ThreadDump), in text. Returns an error
/// if \p In contains no dump.
llvm::Expected<std::vector<ThreadDump>>
readJfrThreads(Source &In, const DamageHandler &OnDamage);

} // namespace hprof

#endif // HPROF_FORMAT_JFR_JFRREADER_H

//===- ThreadInfoJson.h - ThreadInfo as JSON --------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Arrays of java.lang.management.ThreadInfo, whose properties are the members
/// of objects: the response of the threaddump endpoint of Spring Boot's
/// actuator,
///
///     {"threads": [{"threadName": "main", "threadState": "RUNNABLE", ...}]}
///
/// and the output of Jolokia and Jackson for dumpAllThreads(). They may be
/// anywhere in a document.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_THREAD_THREADINFOJSON_H
#define HPROF_LIB_FORMAT_THREAD_THREADINFOJSON_H

#include "hprof/Format/Base/Error.h"
#include "hprof/Format/Stream/Source.h"
#include "hprof/Format/Thread/ThreadDump.h"

namespace hprof {

/// Whether \p Head, the beginning of an input, is JSON with such objects.
bool looksLikeThreadInfoJson(llvm::StringRef Head);

/// Reads all such arrays in \p In. Members of the wrong type are reported to
/// \p OnDamage with their path. Fails if \p In is not JSON, contains no such
/// array, or exceeds the size limit for documents held in memory.
llvm::Expected<std::vector<ThreadDump>>
readThreadInfoJson(Source &In, const DamageHandler &OnDamage);

} // namespace hprof

#endif // HPROF_LIB_FORMAT_THREAD_THREADINFOJSON_H

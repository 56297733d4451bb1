//===- ThreadJsonReader.h - Reads the JDK's JSON thread dumps ---*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads the output of jcmd's Thread.dump_to_file -format=json and
/// HotSpotDiagnosticMXBean.dumpThreads(), in the three variants that JDKs have
/// written:
///
/// - JDK 19 to 24: name and stack of each thread; numbers are strings.
/// - JDK 25: also states and locks; numbers are strings, except a lock's depth.
/// - formatVersion 2: numbers are numbers, and blockers have owners.
///
/// All variants are read alike: a number may be a string, members may be
/// missing unless all variants have them, and unknown members are kept.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_THREAD_THREADJSONREADER_H
#define HPROF_FORMAT_THREAD_THREADJSONREADER_H

#include "hprof/Format/Base/Error.h"
#include "hprof/Format/Stream/Source.h"
#include "hprof/Format/Thread/ThreadDump.h"

namespace hprof {

/// Whether \p Head, the beginning of an input, is a JSON thread dump or
/// contains threads in the form of ThreadInfo.
bool looksLikeThreadJson(llvm::StringRef Head);

/// Reads all of \p In. Wrong and missing members, and a truncated end, are
/// reported to \p OnDamage with line, column and path, and omitted. Fails if
/// \p In is not a JSON thread dump or cannot be read. Lone surrogates and bytes
/// that are not UTF-8 become U+FFFD.
llvm::Expected<ThreadDump> readThreadJson(Source &In,
                                          const DamageHandler &OnDamage);

/// Also reads arrays of java.lang.management.ThreadInfo, such as responses of
/// Spring Boot's actuator; each array is a dump.
llvm::Expected<std::vector<ThreadDump>>
readThreadJsonDumps(Source &In, const DamageHandler &OnDamage);

} // namespace hprof

#endif // HPROF_FORMAT_THREAD_THREADJSONREADER_H

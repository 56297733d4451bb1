//===- ThreadJsonReader.h - Reads the JDK's JSON thread dumps ---*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads what jcmd's Thread.dump_to_file -format=json and
/// HotSpotDiagnosticMXBean.dumpThreads() write, in the three forms that JDKs
/// have given it:
///
/// - JDK 19 to 24: name and stack of each thread; numbers are strings.
/// - JDK 25: states and locks, too; numbers are strings, but for a lock's
/// depth.
/// - formatVersion 2: numbers are numbers, and blockers have owners.
///
/// All forms are read alike: a number may be a string, members may be missing
/// but for those that all forms have, and members of other names are kept as
/// they are.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_THREAD_THREADJSONREADER_H
#define HPROF_FORMAT_THREAD_THREADJSONREADER_H

#include "hprof/Format/Base/Error.h"
#include "hprof/Format/Stream/Source.h"
#include "hprof/Format/Thread/ThreadDump.h"

namespace hprof {

/// Whether \p Head, the beginning of an input, is a JSON thread dump, or has
/// threads as ThreadInfo has them.
bool looksLikeThreadJson(llvm::StringRef Head);

/// Reads all of \p In. Wrong and missing members are reported to \p OnDamage
/// with line, column and path, and left out; so is an end that comes too early.
/// Fails if \p In is no JSON thread dump or cannot be read. Lone surrogates and
/// bytes that are not UTF-8 become U+FFFD.
llvm::Expected<ThreadDump> readThreadJson(Source &In,
                                          const DamageHandler &OnDamage);

/// Also reads arrays of java.lang.management.ThreadInfo, such as the answers of
/// Spring Boot's actuator; each array is a dump.
llvm::Expected<std::vector<ThreadDump>>
readThreadJsonDumps(Source &In, const DamageHandler &OnDamage);

} // namespace hprof

#endif // HPROF_FORMAT_THREAD_THREADJSONREADER_H

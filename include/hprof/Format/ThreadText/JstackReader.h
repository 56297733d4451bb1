//===- JstackReader.h - Reads thread dumps in text --------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads the output of jstack, jcmd's Thread.print and SIGQUIT since JDK 5, and
/// the text output of jcmd's Thread.dump_to_file. The dumps may be anywhere in
/// a log, with prefixes on their lines, or in Docker's JSON lines. Also reads
/// the threads in HotSpot's hs_err files and Android's traces.txt.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_THREADTEXT_JSTACKREADER_H
#define HPROF_FORMAT_THREADTEXT_JSTACKREADER_H

#include "hprof/Format/Base/Error.h"
#include "hprof/Format/Stream/Source.h"
#include "hprof/Format/Thread/ThreadDump.h"

namespace hprof {

/// Whether \p Head, the beginning of an input, contains the beginning of a
/// dump.
bool looksLikeJstack(llvm::StringRef Head);

/// Reads all dumps of \p In, in order. Malformed lines are reported to
/// \p OnDamage with their numbers, and omitted. Fails if there is no dump or
/// \p In cannot be read. Bytes that are not UTF-8 become U+FFFD.
llvm::Expected<std::vector<ThreadDump>>
readJstack(Source &In, const DamageHandler &OnDamage);

} // namespace hprof

#endif // HPROF_FORMAT_THREADTEXT_JSTACKREADER_H

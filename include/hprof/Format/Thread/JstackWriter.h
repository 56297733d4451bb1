//===- JstackWriter.h - Writes thread dumps as text -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Writes a thread dump in the format of jstack -l. Virtual threads, which
/// jstack does not print, are marked by "virtual" after the id, and by
/// "carrier=#22" if they are mounted. Data missing from the dump is omitted; an
/// identity hash replaces a missing address.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_THREAD_JSTACKWRITER_H
#define HPROF_FORMAT_THREAD_JSTACKWRITER_H

#include "hprof/Format/Stream/Sink.h"
#include "hprof/Format/Thread/ThreadDump.h"

namespace hprof {

void writeJstack(const ThreadDump &Dump, Sink &Out);

} // namespace hprof

#endif // HPROF_FORMAT_THREAD_JSTACKWRITER_H

//===- ThreadYaml.h - Thread dumps as YAML ----------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Thread dumps as the YAML of docs/Formats/YAML.md, which contains everything
/// in a ThreadDump. ThreadYamlFields.h lists the fields for both reader and
/// writer.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_THREAD_THREADYAML_H
#define HPROF_FORMAT_THREAD_THREADYAML_H

#include "hprof/Format/Base/Error.h"
#include "hprof/Format/Stream/Sink.h"
#include "hprof/Format/Stream/Source.h"
#include "hprof/Format/Thread/ThreadDump.h"

namespace hprof {

/// Whether \p Head, the beginning of an input, has "--- !threads" after at most
/// comments and empty lines.
bool looksLikeThreadYaml(llvm::StringRef Head);

/// Reads all dumps of \p In, of which there is at least one. Malformed parts
/// are reported to \p OnDamage with line and column, and omitted.
llvm::Expected<std::vector<ThreadDump>>
readThreadYaml(Source &In, const DamageHandler &OnDamage);

/// Writes a dump, which may be appended to others.
void writeThreadYaml(const ThreadDump &Dump, Sink &Out);

} // namespace hprof

#endif // HPROF_FORMAT_THREAD_THREADYAML_H

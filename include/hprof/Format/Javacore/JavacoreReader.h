//===- JavacoreReader.h - Reads IBM's javacores -----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads the text dump of J9 and Eclipse OpenJ9 into a ThreadDump; see
/// docs/Formats/Javacore.md. The format is known from OpenJ9's manual ("Java
/// dump"), from the output of its writer (runtime/rasdump/javadump.cpp), and
/// from files of IBM SDK 6 and 8. Each line identifies its kind, so truncated,
/// edited and manually assembled files are read as far as possible.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_JAVACORE_JAVACOREREADER_H
#define HPROF_FORMAT_JAVACORE_JAVACOREREADER_H

#include "hprof/Format/Base/Error.h"
#include "hprof/Format/Stream/Source.h"
#include "hprof/Format/Thread/ThreadDump.h"

namespace hprof {

/// Whether \p Head, the beginning of an input, is a javacore.
bool looksLikeJavacore(llvm::StringRef Head);

/// Reads all of \p In. Malformed lines and a truncated end are reported to
/// \p OnDamage with line and column, and omitted. Fails if \p In is not a
/// javacore or cannot be read.
llvm::Expected<ThreadDump> readJavacore(Source &In,
                                        const DamageHandler &OnDamage);

} // namespace hprof

#endif // HPROF_FORMAT_JAVACORE_JAVACOREREADER_H

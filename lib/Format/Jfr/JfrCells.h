//===- JfrCells.h - Values of events as cells of a table --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_JFR_JFRCELLS_H
#define HPROF_LIB_FORMAT_JFR_JFRCELLS_H

#include "JfrChunk.h"
#include "hprof/Format/Jfr/JfrRecording.h"

namespace hprof::jfr {

/// The kind of the values of \p F.
JfrRecording::ColumnKind columnKind(const JfrTypes &Types, const JfrField &F);

/// The value of the field \p F at \p From.
JfrRecording::Cell cellOf(const JfrChunk &C, const JfrField &F, JfrBytes From);

/// The frames of a stack trace, innermost first, each on one line, up to a
/// limit of 320 KiB.
std::vector<std::string> stackFrames(const JfrChunk &C, const JfrValue &Stack);

/// The text of a class, thread, class loader, method or stack trace, as in its
/// cell; "" for null and other types.
std::string textOf(const JfrChunk &C, const JfrValue &V);

} // namespace hprof::jfr

#endif // HPROF_LIB_FORMAT_JFR_JFRCELLS_H

//===- PartsSource.h - A file and its parts as a source ---------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// HotSpot's parallel dumper (JDK 25 and others) works in two phases. Its
/// threads write segments to BASE.p0, BASE.p1 and so on, without a file header,
/// while strings are written to the base. Then the VM appends LOAD CLASS
/// records, traces, and one part after another to the base, and deletes each
/// part that it has appended; HEAP DUMP END comes last. A killed VM leaves:
///
/// - in the first phase, a base that ends anywhere in its strings, without
///   class names, and parts that end anywhere;
/// - in the second, a base that ends with the beginning of a part, or with all
///   of it, and the complete parts.
///
/// The source reads the base up to the bytes that are also in a part, then the
/// parts, then a HEAP DUMP END. In the second phase nothing is missing, and no
/// damage is reported. Measured with JDK 25.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CONVERT_MERGE_PARTSSOURCE_H
#define HPROF_LIB_CONVERT_MERGE_PARTSSOURCE_H

#include "FileFrames.h"
#include "hprof/Convert/Pipeline/RecordSource.h"

namespace hprof {

/// \p Frames describes the base of \p Input, and was read with its parts.
std::unique_ptr<RecordSource> makePartsSource(const MergeInput &Input,
                                              const FileFrames &Frames);

} // namespace hprof

#endif // HPROF_LIB_CONVERT_MERGE_PARTSSOURCE_H

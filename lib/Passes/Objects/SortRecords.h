//===- SortRecords.h - Sorts the records of a dump --------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_PASSES_OBJECTS_SORTRECORDS_H
#define HPROF_LIB_PASSES_OBJECTS_SORTRECORDS_H

#include "hprof/Convert/Ids/IdMap.h"
#include "hprof/Convert/Pipeline/Stage.h"
#include <memory>
#include <string>

namespace hprof {

/// New values for numbers that only depend on the writer, in the order of the
/// items that they identify.
struct CanonicalNumbers {
  IdMap Strings;       ///< By contents.
  IdMap ClassSerials;  ///< By class id.
  IdMap ThreadSerials; ///< By id of the thread's object.
  IdMap Frames;        ///< By class, method, signature, file and line.
  IdMap TraceSerials;  ///< By thread and frames.
};

/// Passes records on in an order that is independent of the dump's writer:
/// strings, classes, frames, traces and threads by their new numbers; other
/// records in input order; roots; then for each Android heap, or the only heap,
/// classes and objects by id. A later stage must assign the new numbers, which
/// \p New contains once the file header has arrived. The dump is copied to \p
/// TempDir; memory grows with the number of objects, by 16 bytes each.
std::unique_ptr<Stage> makeSortRecords(std::string TempDir,
                                       std::shared_ptr<CanonicalNumbers> New);

} // namespace hprof

#endif // HPROF_LIB_PASSES_OBJECTS_SORTRECORDS_H

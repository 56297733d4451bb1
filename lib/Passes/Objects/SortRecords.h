//===- SortRecords.h - Records in an order of their own ---------*- C++ -*-===//
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

/// What numbers that only a writer chooses become, in the order of what they
/// stand for.
struct CanonicalNumbers {
  IdMap Strings;       ///< By the text.
  IdMap ClassSerials;  ///< By the id of the class.
  IdMap ThreadSerials; ///< By the id of the thread's object.
  IdMap Frames;        ///< By class, method, signature, file and line.
  IdMap TraceSerials;  ///< By thread and frames.
};

/// Passes records on in an order that does not depend on who wrote the dump:
/// strings, classes, frames, traces and threads by their new numbers; other
/// records as they are; roots; then for each heap of Android, or the only one,
/// classes and objects by id. A stage after it must give the new numbers, which
/// \p New has once the file header has come. The dump is copied to \p TempDir;
/// memory grows with the number of objects, by 16 bytes each.
std::unique_ptr<Stage> makeSortRecords(std::string TempDir,
                                       std::shared_ptr<CanonicalNumbers> New);

} // namespace hprof

#endif // HPROF_LIB_PASSES_OBJECTS_SORTRECORDS_H

//===- CountRecords.h - Contents of a dump between passes -------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_PASSES_COUNTRECORDS_H
#define HPROF_PASSES_COUNTRECORDS_H

#include "hprof/Convert/Pipeline/Stage.h"

namespace hprof {

/// The contents of a dump at one point of a pipeline.
struct RecordCounts {
  uint64_t Strings = 0, Classes = 0, Roots = 0;
  uint64_t Instances = 0, ObjectArrays = 0, PrimitiveArrays = 0;
  /// Total size of the values of instances and the elements of arrays.
  uint64_t Bytes = 0;
};

/// Creates a stage that changes nothing and counts the records in the last
/// walk. \p Counts must outlive it.
std::unique_ptr<Stage> makeCountRecords(RecordCounts &Counts);

} // namespace hprof

#endif // HPROF_PASSES_COUNTRECORDS_H

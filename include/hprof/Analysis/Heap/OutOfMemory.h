//===- OutOfMemory.h - The error for which a dump was written ---*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// With -XX:+HeapDumpOnOutOfMemoryError, HotSpot gives the failing thread's
/// trace an artificial top frame java.lang.OutOfMemoryError.<init>()V. The
/// error itself is made after the dump, so that its message is not in there.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_HEAP_OUTOFMEMORY_H
#define HPROF_ANALYSIS_HEAP_OUTOFMEMORY_H

#include "hprof/Answer/Answer.h"
#include <optional>
#include <string>
#include <vector>

namespace hprof {

class DumpContext;

struct OutOfMemory {
  uint32_t ThreadSerial = 0;
  uint64_t Thread = 0;             ///< Its object.
  std::string ThreadName;          ///< Modified UTF-8; empty if unknown.
  std::vector<std::string> Frames; ///< Innermost first.
  uint64_t Bytes = 0;              ///< What all objects take, at most.
  /// What the VM says that direct memory may take: as much as the heap, unless
  /// -XX:MaxDirectMemorySize is set. 0 if unknown.
  uint64_t Limit = 0;

  /// Something else than the objects in the heap must be the reason.
  bool isNearlyEmpty() const { return Limit && Bytes < Limit / 8; }
  void present(Presenter &To) const;
};

/// The error, without Bytes and the name of the thread; none if the dump was
/// written for another reason.
std::optional<OutOfMemory> findOutOfMemory(const DumpContext &Context);

const TableInfo &outOfMemoryTable();
/// One row, or null.
Datum outOfMemoryRow(const std::optional<OutOfMemory> &Of);

} // namespace hprof

#endif // HPROF_ANALYSIS_HEAP_OUTOFMEMORY_H

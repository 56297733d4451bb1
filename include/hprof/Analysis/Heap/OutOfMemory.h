//===- OutOfMemory.h - The error that triggered a dump ----------*- C++ -*-===//
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
/// error itself is created after the dump, which therefore lacks its message.
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
  uint64_t Thread = 0;             ///< Id of the thread object.
  std::string ThreadName;          ///< Modified UTF-8; empty if unknown.
  std::vector<std::string> Frames; ///< Innermost first.
  uint64_t Bytes = 0;              ///< Upper bound of the size of all objects.
  /// The VM's limit for direct memory: the maximum heap size unless
  /// -XX:MaxDirectMemorySize is set. 0 if unknown.
  uint64_t Limit = 0;

  /// Whether the objects take so little of the heap that they cannot be the
  /// cause.
  bool isNearlyEmpty() const { return Limit && Bytes < Limit / 8; }
  void present(Presenter &To) const;
};

/// Returns the error, without setting Bytes and ThreadName; nullopt if the dump
/// was written for another reason.
std::optional<OutOfMemory> findOutOfMemory(const DumpContext &Context);

const TableInfo &outOfMemoryTable();
/// Returns one row, or null.
Datum outOfMemoryRow(const std::optional<OutOfMemory> &Of);

} // namespace hprof

#endif // HPROF_ANALYSIS_HEAP_OUTOFMEMORY_H

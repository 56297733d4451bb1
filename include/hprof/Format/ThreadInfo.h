//===- ThreadInfo.h - What a dump says about a thread -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_THREADINFO_H
#define HPROF_FORMAT_THREADINFO_H

#include <cstdint>
#include <vector>

namespace hprof {

/// A stack by STACK TRACE.
struct TraceInfo {
  uint32_t Serial = 0;
  uint32_t ThreadSerial = 0;
  std::vector<uint64_t> Frames; ///< Frame ids, innermost first.
};

/// A thread by what ROOT THREAD OBJECT and START THREAD told.
struct ThreadInfo {
  uint32_t Serial = 0;
  uint32_t TraceSerial = 0;
  uint64_t Object = 0;
  uint64_t NameId = 0; ///< From START THREAD only.
  uint64_t GroupNameId = 0;
  bool Ended = false;
  /// A ROOT THREAD OBJECT told the object and the trace. What a START THREAD
  /// tells of these counts only without one.
  bool IsRoot = false;
  uint64_t Offset = 0; ///< Of the first record that tells of it.
};

} // namespace hprof

#endif // HPROF_FORMAT_THREADINFO_H

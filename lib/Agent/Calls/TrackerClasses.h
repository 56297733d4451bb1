//===- TrackerClasses.h - The class files of the tracker --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HPROF_LIB_AGENT_CALLS_TRACKERCLASSES_H
#define HPROF_LIB_AGENT_CALLS_TRACKERCLASSES_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>

namespace hprof::agent {

struct TrackerClass {
  const char *Name; ///< As in "java/lang/Object".
  llvm::ArrayRef<uint8_t> File;
};

/// Classes compiled from Tracker/java/lang when the library is built. The class
/// that reads the clock comes first; the class whose methods are called comes
/// last.
llvm::ArrayRef<TrackerClass> trackerClasses();

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_CALLS_TRACKERCLASSES_H

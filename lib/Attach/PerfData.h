//===- PerfData.h - Performance counters of a HotSpot VM --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ATTACH_PERFDATA_H
#define HPROF_LIB_ATTACH_PERFDATA_H

#include "llvm/ADT/StringRef.h"
#include <optional>

namespace hprof {

/// Returns the string counter \p Name in \p File, the contents of
/// /tmp/hsperfdata_USER/PID; nothing if it is missing or the file is malformed.
/// Layout: perfMemory.hpp of OpenJDK, version 2. The result points into
/// \p File.
std::optional<llvm::StringRef> perfDataString(llvm::StringRef File,
                                              llvm::StringRef Name);

} // namespace hprof

#endif // HPROF_LIB_ATTACH_PERFDATA_H

//===- PerfData.h - The counters that a HotSpot VM publishes ----*- C++ -*-===//
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

/// The string counter \p Name in \p File, the contents of
/// /tmp/hsperfdata_USER/PID, or nothing if there is none or the file is
/// malformed. Layout: perfMemory.hpp of OpenJDK, version 2. The result points
/// into \p File.
std::optional<llvm::StringRef> perfDataString(llvm::StringRef File,
                                              llvm::StringRef Name);

} // namespace hprof

#endif // HPROF_LIB_ATTACH_PERFDATA_H

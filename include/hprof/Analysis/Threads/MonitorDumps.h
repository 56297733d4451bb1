//===- MonitorDumps.h - The monitor dumps of HPROF text ---------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_THREADS_MONITORDUMPS_H
#define HPROF_ANALYSIS_THREADS_MONITORDUMPS_H

#include "hprof/Format/Base/Error.h"
#include "hprof/Format/Stream/Source.h"
#include "hprof/Format/Thread/ThreadDump.h"
#include "llvm/Support/Error.h"
#include <vector>

namespace hprof {

/// Reads the MONITOR DUMPs in \p In, which is HPROF text. Each is returned as a
/// thread dump with owners of monitors. The id of a thread is its serial
/// number. The result is empty if there is no such dump.
llvm::Expected<std::vector<ThreadDump>>
readMonitorDumps(Source &In, const DamageHandler &OnDamage);

} // namespace hprof

#endif // HPROF_ANALYSIS_THREADS_MONITORDUMPS_H

//===- ThreadStatus.h - The state of a thread as text -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The status in MONITOR DUMP: flags, each followed by '|', and a state.
///
///     S|       suspended              ZO  has ended
///     intr|    interrupted            NS  has not started
///     native|  runs native code       SL  sleeps
///                                     MW  blocks on a monitor
///                                     CW  waits, or is parked
///                                     R   may run
///                                     UN  unknown
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_MONITORS_THREADSTATUS_H
#define HPROF_LIB_AGENT_MONITORS_THREADSTATUS_H

#include "Agent/Vm/JvmTi.h"
#include <string>

namespace hprof::agent {

/// Returns the status for \p State, a result of GetThreadState.
std::string threadStatus(jint State);

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_MONITORS_THREADSTATUS_H

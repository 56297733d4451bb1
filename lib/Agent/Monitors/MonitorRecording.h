//===- MonitorRecording.h - Monitor contention (monitor=y) ------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The recording for monitor=y: writes lines about waiting threads as
/// events happen and, at each dump, the state of all threads and monitors and
/// how long threads were blocked.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_MONITORS_MONITORRECORDING_H
#define HPROF_LIB_AGENT_MONITORS_MONITORRECORDING_H

#include "Agent/Recording/Recording.h"
#include <memory>

namespace hprof::agent {

std::unique_ptr<Recording> makeMonitorRecording(const RecordingContext &C);

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_MONITORS_MONITORRECORDING_H

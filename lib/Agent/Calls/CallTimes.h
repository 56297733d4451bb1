//===- CallTimes.h - Calls and times of methods (cpu=times|old) -*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The recording for cpu=times and cpu=old: call counts and times of methods.
/// Classes are edited (ClassEditor.h) to notify a tracker (CallTracker.h) when
/// methods begin and end.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_CALLS_CALLTIMES_H
#define HPROF_LIB_AGENT_CALLS_CALLTIMES_H

#include "Agent/Recording/Recording.h"

namespace hprof::agent {

std::unique_ptr<Recording> makeCallTimes(const RecordingContext &C);

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_CALLS_CALLTIMES_H

//===- CpuSampler.h - CPU usage by samples (cpu=samples) ------ -*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The recording for cpu=samples: where threads spend CPU time. Stacks come
/// from signal handlers (SignalSampler.h) or, where that is not possible, from
/// JVM TI (PollSampler.h).
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_CPU_CPUSAMPLER_H
#define HPROF_LIB_AGENT_CPU_CPUSAMPLER_H

#include "Agent/Recording/Recording.h"

namespace hprof::agent {

std::unique_ptr<Recording> makeCpuSampler(const RecordingContext &C);

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_CPU_CPUSAMPLER_H

//===- ThreadRecording.h - Thread dumps -------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// threads=y: each dump becomes a separate file, JSON with formatVersion 2,
/// named after the output: java.hprof.4711.0.json.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_THREADS_THREADRECORDING_H
#define HPROF_LIB_AGENT_THREADS_THREADRECORDING_H

#include "Agent/Recording/Recording.h"
#include <memory>

namespace hprof::agent {

std::unique_ptr<Recording> makeThreadRecording(const RecordingContext &C);

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_THREADS_THREADRECORDING_H

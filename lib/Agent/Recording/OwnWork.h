//===- OwnWork.h - Java code that the agent runs ----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file Marks agent code that runs Java code, so that its allocations are not
/// attributed to the program:
///
///     OwnWork Here; // until the end of the scope
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_RECORDING_OWNWORK_H
#define HPROF_LIB_AGENT_RECORDING_OWNWORK_H

namespace hprof::agent {

class OwnWork {
public:
  OwnWork() { ++Depth; }
  ~OwnWork() { --Depth; }
  OwnWork(const OwnWork &) = delete;
  OwnWork &operator=(const OwnWork &) = delete;

  /// Whether the current thread is in such a scope.
  static bool isHere() { return Depth != 0; }

private:
  static inline thread_local unsigned Depth = 0;
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_RECORDING_OWNWORK_H

//===- JvmList.h - JVMs on this machine -------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ATTACH_JVMLIST_H
#define HPROF_ATTACH_JVMLIST_H

#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>
#include <vector>

namespace hprof {

struct RunningJvm {
  uint64_t Pid;
  /// Main class, jar or module if a java launcher started the VM; otherwise the
  /// command line. Untrusted: escape it before printing.
  std::string Command;
  std::string Obstacle; ///< Why an attach is impossible; else empty.
};

struct JvmList {
  std::vector<RunningJvm> Jvms; ///< By pid.
  /// Number of processes that may be JVMs, but that this user may not inspect.
  uint64_t Hidden = 0;
};

/// Finds all processes with a Java VM whose memory map this user may read.
/// Sends them neither signals nor data.
llvm::Expected<JvmList> runningJvms();

} // namespace hprof

#endif // HPROF_ATTACH_JVMLIST_H

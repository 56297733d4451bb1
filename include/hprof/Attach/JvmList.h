//===- JvmList.h - The JVMs of this machine ---------------------*- C++ -*-===//
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
  /// Main class, jar or module if a java launcher started it, otherwise the
  /// command line. Text from outside: escape it before printing.
  std::string Command;
  std::string Obstacle; ///< Why one cannot attach; empty if one can.
};

struct JvmList {
  std::vector<RunningJvm> Jvms; ///< By pid.
  /// Processes of which this user may not see whether they are JVMs.
  uint64_t Hidden = 0;
};

/// All processes with a Java VM whose memory map this user may read. Sends
/// nothing to them.
llvm::Expected<JvmList> runningJvms();

} // namespace hprof

#endif // HPROF_ATTACH_JVMLIST_H

//===- ProcStatus.h - Parses /proc/PID/status -------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ATTACH_PROCSTATUS_H
#define HPROF_LIB_ATTACH_PROCSTATUS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <sys/types.h>
#include <vector>

namespace hprof {

/// The fields of /proc/PID/status that attaching needs; see proc_pid_status(5).
struct ProcStatus {
  char State = 0;           ///< 'R', 'S', 'D', 'T' (stopped), 't', 'Z', 'X'.
  uint64_t ThreadGroup = 0; ///< Tgid: pid of the thread's process.
  /// Pid in the innermost namespace: the last number of NSpid; before Linux
  /// 4.1, which lacks NSpid, Tgid.
  uint64_t NamespacePid = 0;
  /// Number of pid namespaces from that of /proc to the innermost; 1 if
  /// unknown.
  unsigned Namespaces = 1;
  uint32_t User = 0;         ///< Effective user id.
  uint32_t Group = 0;        ///< Effective group id.
  std::vector<gid_t> Groups; ///< Supplementary groups.
  uint64_t Caught = 0;       ///< SigCgt: bit N-1 for signal N, up to signal 64.

  bool catches(int Signal) const { return Caught >> (Signal - 1) & 1; }
  bool isStopped() const { return State == 'T' || State == 't'; }
  bool isDead() const { return State == 'Z' || State == 'X'; }
};

/// Fails if a line is malformed or missing, except NSpid.
llvm::Expected<ProcStatus> parseProcStatus(llvm::StringRef Text);

} // namespace hprof

#endif // HPROF_LIB_ATTACH_PROCSTATUS_H

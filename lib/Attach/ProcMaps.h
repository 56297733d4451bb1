//===- ProcMaps.h - Parses /proc/PID/maps -----------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ATTACH_PROCMAPS_H
#define HPROF_LIB_ATTACH_PROCMAPS_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>
#include <vector>

namespace hprof {

enum class VMKind {
  None,
  HotSpot, ///< libjvm.so is mapped.
  OpenJ9,  ///< libj9vmN.so is mapped; its libjvm.so only redirects to it.
};

/// A mapped file.
struct MappedLibrary {
  /// Relative to the root of the process's mount namespace, if this process is
  /// in a different namespace.
  std::string Path;
  uint32_t Major = 0, Minor = 0; ///< Device of the file.
  uint64_t Inode = 0;
  bool IsDeleted = false; ///< The path no longer refers to this file.
};

/// Facts derived from a process's mapped files.
struct ProcMaps {
  VMKind VM = VMKind::None;
  bool HasMusl = false;
  bool HasGlibc = false;
  /// "hsperfdata_USER/PID": final parts of the paths of VM counters. Monitoring
  /// tools, which also run in a VM, map the counters of other VMs.
  std::vector<std::string> PerfData;
  /// Files whose names end in ".so".
  std::vector<MappedLibrary> Libraries;
};

/// Lines that do not match proc_pid_maps(5) are skipped.
ProcMaps parseProcMaps(llvm::StringRef Text);

} // namespace hprof

#endif // HPROF_LIB_ATTACH_PROCMAPS_H

//===- ProcMaps.h - The text of /proc/PID/maps ------------------*- C++ -*-===//
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
  OpenJ9,  ///< libj9vmN.so is mapped; its libjvm.so only leads there.
};

/// A mapped file.
struct MappedLibrary {
  /// From the root of the process's mount namespace, if this process sees
  /// another one.
  std::string Path;
  uint32_t Major = 0, Minor = 0; ///< Device of the file.
  uint64_t Inode = 0;
  bool IsDeleted = false; ///< Nothing, or another file, has the path now.
};

/// What the mapped files say about a process.
struct ProcMaps {
  VMKind VM = VMKind::None;
  bool HasMusl = false;
  bool HasGlibc = false;
  /// "hsperfdata_USER/PID": ends of the paths of counters of VMs. Monitoring
  /// tools, which are VMs as well, map those of others.
  std::vector<std::string> PerfData;
  /// The files whose names end in ".so".
  std::vector<MappedLibrary> Libraries;
};

/// Lines that are not as in proc_pid_maps(5) are skipped.
ProcMaps parseProcMaps(llvm::StringRef Text);

} // namespace hprof

#endif // HPROF_LIB_ATTACH_PROCMAPS_H

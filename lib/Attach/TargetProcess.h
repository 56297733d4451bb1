//===- TargetProcess.h - A process and its file system ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ATTACH_TARGETPROCESS_H
#define HPROF_LIB_ATTACH_TARGETPROCESS_H

#include "Descriptor.h"
#include "ProcMaps.h"
#include "ProcStatus.h"
#include "UserScope.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace hprof {

/// The process to attach to. It is accessed only through descriptors of its
/// folder in /proc, opened once: if the process exits and its pid is reused,
/// reading and signaling fail and never affect the new process.
class TargetProcess {
public:
  /// Fails if there is no such process, if it has exited or is a thread, or if
  /// the caller is not root and does not have the process's user and group.
  static llvm::Expected<TargetProcess> open(uint64_t Pid);

  uint64_t pid() const { return Pid; }
  /// Status at the time of open().
  const ProcStatus &status() const { return Status; }
  llvm::Expected<ProcStatus> readStatus() const;
  /// Fails if this user is not permitted to read the map.
  llvm::Expected<ProcMaps> readMaps() const;
  std::vector<std::string> arguments() const;   ///< Empty if unreadable.
  std::vector<std::string> environment() const; ///< Empty if unreadable.
  /// Reads the first \p Most bytes of /proc/PID/\p Name.
  llvm::Expected<std::string> read(const char *Name, size_t Most) const;

  /// Opens the root and the working folder of the process. Must be called
  /// before the members below, with the caller's ids.
  llvm::Error openFolders();
  /// Descriptor (O_PATH) of the working folder.
  int workingFolder() const { return Cwd.get(); }
  /// Returns the path of the working folder in the view of the process; empty
  /// if it is not below its root.
  std::string workingPath() const;
  /// Converts \p Path from /proc/PID to the view of the process; empty if it is
  /// not below its root.
  llvm::StringRef belowRoot(llvm::StringRef Path) const;
  /// Opens the absolute path \p Path in the process's view. Symbolic links are
  /// resolved as for the process.
  llvm::Expected<Descriptor> openInRoot(llvm::StringRef Path, int Flags) const;

  llvm::Error signal(int Signal) const;

  /// "process 123: \p What".
  llvm::Error error(const llvm::Twine &What) const;
  /// Switches to the ids of the process.
  UserScope asUser() const {
    return {Status.User, Status.Group, Status.Groups};
  }

private:
  std::string readLink(const char *Name) const;

  uint64_t Pid = 0;
  Descriptor Proc, Root, Cwd;
  ProcStatus Status;
};

/// "Permission denied".
std::string errnoText(int Errno);

} // namespace hprof

#endif // HPROF_LIB_ATTACH_TARGETPROCESS_H

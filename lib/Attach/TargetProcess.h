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

/// The process to attach to. Everything goes through descriptors of its folder
/// in /proc, taken once: if the process ends and another gets its pid, reading
/// and signalling fail and never reach the other.
class TargetProcess {
public:
  /// Fails if there is no such process, if it has ended or is a thread, or if
  /// this user is neither root nor that of the process, with its group.
  static llvm::Expected<TargetProcess> open(uint64_t Pid);

  uint64_t pid() const { return Pid; }
  /// As of open().
  const ProcStatus &status() const { return Status; }
  llvm::Expected<ProcStatus> readStatus() const;
  /// Fails if this user may not read it.
  llvm::Expected<ProcMaps> readMaps() const;
  std::vector<std::string> arguments() const;   ///< Empty if unreadable.
  std::vector<std::string> environment() const; ///< Empty if unreadable.
  /// The first \p Most bytes of /proc/PID/\p Name.
  llvm::Expected<std::string> read(const char *Name, size_t Most) const;

  /// Opens the root and the working folder of the process. To be called before
  /// the members below, with the ids of the caller.
  llvm::Error openFolders();
  /// Descriptor (O_PATH) of the working folder.
  int workingFolder() const { return Cwd.get(); }
  /// The path of the working folder in the view of the process; empty if it is
  /// not below its root.
  std::string workingPath() const;
  /// The path \p Path of /proc/PID in the view of the process; empty if it is
  /// not below its root.
  llvm::StringRef belowRoot(llvm::StringRef Path) const;
  /// Opens the absolute path \p Path of the process's view. Symbolic links
  /// lead where they lead for the process.
  llvm::Expected<Descriptor> openInRoot(llvm::StringRef Path, int Flags) const;

  llvm::Error signal(int Signal) const;

  /// "process 123: \p What".
  llvm::Error error(const llvm::Twine &What) const;
  /// To act with the ids of the process.
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

//===- Output.h - Opens what the agent writes to ---------------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The file or the socket of an agent. A file is created with mode 0600, since
/// heap dumps hold what the program keeps secret.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_OUTPUT_H
#define HPROF_LIB_AGENT_OUTPUT_H

#include "Options.h"
#include "llvm/Support/Error.h"
#include <string>
#include <sys/types.h>

namespace hprof::agent {

/// An open output, and what tells it from others.
struct Output {
  std::string Name;
  int Fd = -1;
  dev_t Device = 0;
  ino_t Inode = 0;    ///< 0 if nothing is written to it.
  bool IsNew = false; ///< There was no such file.
  bool isSame(const Output &O) const {
    return Inode && Device == O.Device && Inode == O.Inode;
  }
};

/// Opens the file of \p O for the process \p Pid, or connects to its peer. What
/// an existing file holds is kept until truncate(): it may be another agent's.
llvm::Expected<Output> openOutput(const Options &O, pid_t Pid);
llvm::Error truncate(const Output &O);
/// Removes the file of \p O, which is closed, if it is new: nothing was
/// recorded.
void removeIfNew(const Output &O);

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_OUTPUT_H

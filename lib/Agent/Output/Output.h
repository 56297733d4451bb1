//===- Output.h - Opens what the agent writes to ---------------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The file, device or socket of an agent. A file has mode 0600, since heap
/// dumps hold what the program keeps secret; see NewFile.h.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_OUTPUT_OUTPUT_H
#define HPROF_LIB_AGENT_OUTPUT_OUTPUT_H

#include "Agent/Options/Options.h"
#include "OutputTarget.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <sys/types.h>

namespace hprof::agent {

/// An output, and what distinguishes it from others.
struct Output {
  std::shared_ptr<OutputTarget> To;
  int Fd = -1; ///< That of an open output. Belongs to To.
  /// Device of what is open, or of a file's folder, in which it has a name.
  dev_t Device = 0;
  ino_t Inode = 0; ///< 0 if nothing is written to it.
  std::string NameInFolder;
  bool isSame(const Output &O) const {
    return Inode && Device == O.Device && Inode == O.Inode &&
           NameInFolder == O.NameInFolder;
  }
};

/// Opens what the options \p O of the process \p Pid name, or connects to its
/// peer. Files stay as they are until To->prepare(): they may be another
/// agent's. FIFOs, devices and what the program has open, such as /dev/stdout,
/// are written as they are. What belongs to somebody else is refused.
llvm::Expected<Output> openOutput(const Options &O, pid_t Pid);

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_OUTPUT_OUTPUT_H

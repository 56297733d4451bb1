//===- Output.h - Opens the agent's output ---------------------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The file, device or socket of an agent. A file has mode 0600, since heap
/// dumps contain the program's secrets; see NewFile.h.
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

/// An output and its identity.
struct Output {
  std::shared_ptr<OutputTarget> To;
  int Fd = -1; ///< Descriptor of an open output. Belongs to To.
  /// Device of the open output, or of the folder that contains the file.
  dev_t Device = 0;
  ino_t Inode = 0; ///< 0 if nothing is written to it.
  std::string NameInFolder;
  bool isSame(const Output &O) const {
    return Inode && Device == O.Device && Inode == O.Inode &&
           NameInFolder == O.NameInFolder;
  }
};

/// Opens the output given by the options \p O of the process \p Pid, or
/// connects to its peer. Files stay unchanged until To->prepare(): they may be
/// another agent's. FIFOs, devices and descriptors that the program has open,
/// such as /dev/stdout, are written to directly. Files of other users are
/// rejected.
llvm::Expected<Output> openOutput(const Options &O, pid_t Pid);

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_OUTPUT_OUTPUT_H

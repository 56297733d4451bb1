//===- OutputUse.h - Who else writes to an output ---------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Two copies of the library in one process share no data, and both may have
/// been given the same file, if only by default. What they share is the
/// process's table of open files. A file that is not created yet is there by a
/// claim: an empty file in memory, whose name states which one it is.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_OUTPUT_OUTPUTUSE_H
#define HPROF_LIB_AGENT_OUTPUT_OUTPUTUSE_H

#include "Output.h"

namespace hprof::agent {

/// Claims the file \p Name in the folder that \p Device and \p Folder state.
/// \return a descriptor, which holds the claim while it is open; -1 if the
/// system gives none.
int claimFile(dev_t Device, ino_t Folder, llvm::StringRef Name);

/// Whether this process has claimed or opened the file or FIFO of \p O for
/// writing by another descriptor. One that it was started with, such as that of
/// file=/dev/stdout, does not count. False if the system does not say.
bool isWrittenByOthers(const Output &O);

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_OUTPUT_OUTPUTUSE_H

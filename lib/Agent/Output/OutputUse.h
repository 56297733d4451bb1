//===- OutputUse.h - Other users of an output -------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Two copies of the library in one process share no data, but both may have
/// the same output file, if only by default. They share the process's table of
/// open files. A file that is not created yet is represented there by a claim:
/// an empty file in memory whose name identifies the output file.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_OUTPUT_OUTPUTUSE_H
#define HPROF_LIB_AGENT_OUTPUT_OUTPUTUSE_H

#include "Output.h"

namespace hprof::agent {

/// Claims the file \p Name in the folder identified by \p Device and \p Folder.
/// \return a descriptor, which holds the claim while it is open; -1 on failure.
int claimFile(dev_t Device, ino_t Folder, llvm::StringRef Name);

/// Whether this process has claimed or opened the file or FIFO of \p O for
/// writing through another descriptor. Inherited descriptors, such as that of
/// file=/dev/stdout, do not count. False if unknown.
bool isWrittenByOthers(const Output &O);

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_OUTPUT_OUTPUTUSE_H

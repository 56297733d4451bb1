//===- VMCommand.h - Diagnostic commands of a running JVM -------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ATTACH_VMCOMMAND_H
#define HPROF_ATTACH_VMCOMMAND_H

#include "hprof/Attach/Attach.h"

namespace hprof {

/// Runs \p Command, such as "Thread.print -l", in the VM, as jcmd does, and
/// returns its output, which is untrusted: escape it before printing. Files in
/// the command are in the VM's file system. Fails if the VM rejects the
/// command; the error includes its reply. As for attachAgent(), no other thread
/// may run.
llvm::Expected<std::string> runVMCommand(const VMRequest &R,
                                         llvm::StringRef Command);

} // namespace hprof

#endif // HPROF_ATTACH_VMCOMMAND_H

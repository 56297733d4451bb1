//===- VmFlags.h - VM flags from the command line ---------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file Flags with which the VM was started, from the command line, the
/// environment or a file.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_VM_VMFLAGS_H
#define HPROF_LIB_AGENT_VM_VMFLAGS_H

#include "JvmTi.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace hprof::agent {

/// Whether a flag such as -XX:-UseTLAB turns \p Name on or off; nothing if no
/// flag does, or if the VM does not report its flags. The last flag wins.
std::optional<bool> givenFlag(JNIEnv &Jni, llvm::StringRef Name);

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_VM_VMFLAGS_H

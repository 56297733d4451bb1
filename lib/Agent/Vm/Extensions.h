//===- Extensions.h - Extensions of JVM TI ----------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Functions and events that a VM provides in addition to the standard, by
/// name.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_VM_EXTENSIONS_H
#define HPROF_LIB_AGENT_VM_EXTENSIONS_H

#include "JvmTi.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace hprof::agent {

/// jvmtiError GetVirtualThread(jvmtiEnv *, jthread Carrier, jthread *Mounted)
inline constexpr llvm::StringLiteral GetVirtualThreadFunction =
    "com.sun.hotspot.functions.GetVirtualThread";
/// void Mount(jvmtiEnv *, JNIEnv *, jthread Virtual)
inline constexpr llvm::StringLiteral VirtualThreadMountEvent =
    "com.sun.hotspot.events.VirtualThreadMount";
inline constexpr llvm::StringLiteral VirtualThreadUnmountEvent =
    "com.sun.hotspot.events.VirtualThreadUnmount";

/// Returns the extension function \p Id; null if this VM lacks it.
jvmtiExtensionFunction findExtensionFunction(jvmtiEnv &Ti, llvm::StringRef Id);
/// Returns the number of the extension event \p Id.
std::optional<jint> findExtensionEvent(jvmtiEnv &Ti, llvm::StringRef Id);

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_VM_EXTENSIONS_H

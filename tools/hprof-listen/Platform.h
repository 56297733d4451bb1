//===- Platform.h - Sockets and signals of the system -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What this tool wants of the system beyond POSIX. See
/// docs/Rationale/Portability.md. All functions set errno where they fail.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_TOOLS_HPROF_LISTEN_PLATFORM_H
#define HPROF_TOOLS_HPROF_LISTEN_PLATFORM_H

#include "llvm/ADT/ArrayRef.h"
#include <csignal>
#include <cstdint>
#include <sys/types.h>

namespace hprof {

/// A stream socket, or the next connection of one that listens, which programs
/// started later do not inherit; -1 on failure.
int newSocket(int Domain);
int acceptConnection(int Listening);

/// Sends what the connection takes at once, without SIGPIPE.
ssize_t sendNow(int Connection, llvm::ArrayRef<uint8_t> Bytes);

/// A descriptor that can be read when one of \p Signals, SIGINT or SIGTERM, has
/// come, instead of what the signal does otherwise; -1 on failure. Only one may
/// be open.
int openSignals(const sigset_t &Signals);
/// The signal that has come; 0 if none has.
int takeSignal(int Descriptor);
void closeSignals(int Descriptor, const sigset_t &Signals);

} // namespace hprof

#endif // HPROF_TOOLS_HPROF_LISTEN_PLATFORM_H

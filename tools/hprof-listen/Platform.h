//===- Platform.h - Sockets and signals -------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// System functions beyond POSIX. See docs/Rationale/Portability.md. All
/// functions set errno on failure.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_TOOLS_HPROF_LISTEN_PLATFORM_H
#define HPROF_TOOLS_HPROF_LISTEN_PLATFORM_H

#include "llvm/ADT/ArrayRef.h"
#include <csignal>
#include <cstdint>
#include <sys/types.h>

namespace hprof {

/// Creates a stream socket, or accepts the next connection on a listening one,
/// with close-on-exec set. Returns -1 on failure.
int newSocket(int Domain);
int acceptConnection(int Listening);

/// Sends as many bytes as possible without blocking, and without SIGPIPE.
ssize_t sendNow(int Connection, llvm::ArrayRef<uint8_t> Bytes);

/// Returns a descriptor that becomes readable when one of \p Signals (SIGINT,
/// SIGTERM) arrives, which then has no other effect; -1 on failure. Only one
/// may be open.
int openSignals(const sigset_t &Signals);
/// Returns the signal that has arrived, or 0.
int takeSignal(int Descriptor);
void closeSignals(int Descriptor, const sigset_t &Signals);

} // namespace hprof

#endif // HPROF_TOOLS_HPROF_LISTEN_PLATFORM_H

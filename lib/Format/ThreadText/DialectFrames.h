//===- DialectFrames.h - Frames of other VMs' thread dumps ------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Frames in forms other than StackTraceElement.toString(): those of the
/// serviceability agent (jhsdb jstack), with --mixed, of native images, and of
/// JRockit:
///
///     - a.B.c(int) @bci=4, line=12 (Interpreted frame)
///     0x00007f0000000010	* a.B.c(int) bci:4 line:12 (Compiled frame)
///     SP 0x00007ffd11aa0060 IP 0x0000000000401060 size=48   a.B.c(B.java:12)
///     at a/B.c(I)V(B.java:12)[optimized]
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_THREADTEXT_DIALECTFRAMES_H
#define HPROF_LIB_FORMAT_THREADTEXT_DIALECTFRAMES_H

#include "hprof/Format/Thread/ThreadDump.h"

namespace hprof {

/// Parses a line of the serviceability agent; nullopt if it is something else.
std::optional<ThreadFrame> readAgentFrame(llvm::StringRef Line);
/// Parses a line with "SP" and "IP"; nullopt if it is something else.
std::optional<ThreadFrame> readImageFrame(llvm::StringRef Line);
/// Parses a JRockit frame after "at ".
std::optional<ThreadFrame> readJRockitFrame(llvm::StringRef Text);
/// Returns a native frame with --mixed, "0x00007f0000000010	read + 0x10";
/// "" if it is something else.
llvm::StringRef readNativeFrame(llvm::StringRef Line);

} // namespace hprof

#endif // HPROF_LIB_FORMAT_THREADTEXT_DIALECTFRAMES_H

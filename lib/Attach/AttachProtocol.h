//===- AttachProtocol.h - Requests to a VM and its replies ------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file A version 1 request is "1", the command and three arguments, each
/// followed by a NUL. Version 2, since JDK 24, is "2", the size of the rest in
/// decimal digits, the command and any number of arguments, each again followed
/// by a NUL. A reply is the status in decimal digits, a newline, and text until
/// the connection is closed.
///
/// "getversion" returns the highest version as text; VMs before JDK 24 lack
/// this command. Sources: attachListener.hpp and attachListener.cpp of OpenJDK
/// 17 and 25.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ATTACH_ATTACHPROTOCOL_H
#define HPROF_LIB_ATTACH_ATTACHPROTOCOL_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>

namespace hprof {

/// Version 1: maximum length of an argument in bytes, without its NUL.
constexpr size_t MostArgument1 = 1024;
/// Version 2: maximum length of a command with its arguments and NULs, in
/// bytes.
constexpr size_t MostRequest2 = 256 << 10;

/// Encodes a request. Fails if it is longer than the VM accepts.
llvm::Expected<std::string>
encodeAttachRequest(unsigned Version, llvm::StringRef Command,
                    llvm::ArrayRef<llvm::StringRef> Arguments);

struct AttachReply {
  int32_t Status = 0; ///< 0 is success.
  std::string Text;   ///< Without trailing white space.
};

/// Parses \p Bytes, the complete reply. Fails if they do not begin with a
/// status.
llvm::Expected<AttachReply> parseAttachReply(llvm::StringRef Bytes);

/// Returns the version to use after this reply to "getversion".
unsigned versionOf(const AttachReply &R);

/// Returns the VM's message, as an error.
llvm::Error replyError(const AttachReply &R);

/// Returns the result of Agent_OnAttach from the reply to "load". Fails with
/// the VM's message if the agent was not called.
llvm::Expected<int32_t> returnCodeOf(const AttachReply &R);

} // namespace hprof

#endif // HPROF_LIB_ATTACH_ATTACHPROTOCOL_H

//===- Handshake.h - Makes a VM listen --------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ATTACH_HANDSHAKE_H
#define HPROF_LIB_ATTACH_HANDSHAKE_H

#include "Deadline.h"
#include "TargetChecks.h"
#include <functional>

namespace hprof {

/// Connects to the attach listener of \p T, which is started with .attach_pidN
/// and SIGQUIT if it is not running. A stale socket is removed first.
/// \p OnDetail may be empty.
llvm::Expected<Descriptor>
connectToVM(const AttachTarget &T, const Deadline &Until,
            const std::function<void(const llvm::Twine &)> &OnDetail);

} // namespace hprof

#endif // HPROF_LIB_ATTACH_HANDSHAKE_H

//===- DumpName.h - What the name of a dump tells ---------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_CONVERT_DUMPNAME_H
#define HPROF_CONVERT_DUMPNAME_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace hprof {

/// When a dump was written that is called as IBM's VMs call theirs,
/// "heapdump.20240131.101502.4711.0001.phd": milliseconds since 1970, the
/// name's local time taken for UTC.
std::optional<uint64_t> timeInDumpName(llvm::StringRef Path);

} // namespace hprof

#endif // HPROF_CONVERT_DUMPNAME_H

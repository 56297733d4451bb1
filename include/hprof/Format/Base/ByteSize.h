//===- ByteSize.h - Numbers of bytes as users write them --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_BASE_BYTESIZE_H
#define HPROF_FORMAT_BASE_BYTESIZE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace hprof {

/// "64k" as 65536: decimal digits and an optional K, M, G or T (powers of 1024,
/// also written KiB and so on, case ignored). The error says what is expected.
llvm::Expected<uint64_t> parseByteSize(llvm::StringRef Text);

} // namespace hprof

#endif // HPROF_FORMAT_BASE_BYTESIZE_H

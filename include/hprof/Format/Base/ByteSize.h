//===- ByteSize.h - Sizes and shares as users write them --------*- C++ -*-===//
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
#include <optional>

namespace hprof {

/// Parses "64k" as 65536: decimal digits and an optional K, M, G or T (powers
/// of 1024, also written KiB etc., ignoring case). The error states the
/// expected form.
llvm::Expected<uint64_t> parseByteSize(llvm::StringRef Text);

/// Parses "0.5%" as 0.5: decimal digits, optionally with a point, and a percent
/// sign. Never negative or infinite; may exceed 100. The error states the
/// expected form.
llvm::Expected<double> parsePercent(llvm::StringRef Text);

/// A part of a number of bytes.
struct Share {
  double Percent = 0;            ///< 0 to 100.
  std::optional<uint64_t> Bytes; ///< Replaces Percent.

  bool isNone() const { return Bytes ? !*Bytes : Percent <= 0; }
};

/// Parses "0.5%" or "10M". The error states the expected form.
llvm::Expected<Share> parseShare(llvm::StringRef Text);

} // namespace hprof

#endif // HPROF_FORMAT_BASE_BYTESIZE_H

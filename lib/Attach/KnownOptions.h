//===- KnownOptions.h - Options that a VM was started with ------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ATTACH_KNOWNOPTIONS_H
#define HPROF_LIB_ATTACH_KNOWNOPTIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace hprof {

/// The options of a VM that are visible without contacting it.
struct KnownOptions {
  std::vector<std::string> Options; ///< In order; the last option wins.
  std::string Gap; ///< Why options may be missing; empty if complete.
};

/// Collects the options. \p Counters are the contents of
/// /tmp/hsperfdata_USER/PID, or empty: there, the VM publishes its options,
/// including those in files, joined by spaces and truncated to 1024 bytes
/// (java.rt.vmFlags and java.rt.vmArgs). Otherwise, only the command line and
/// the environment are available.
KnownOptions knownOptions(llvm::StringRef Counters,
                          llvm::ArrayRef<std::string> Arguments,
                          llvm::ArrayRef<std::string> Environment);

} // namespace hprof

#endif // HPROF_LIB_ATTACH_KNOWNOPTIONS_H

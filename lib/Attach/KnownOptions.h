//===- KnownOptions.h - The options that a VM was started with --*- C++ -*-===//
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

/// What can be known about a VM's options without asking it.
struct KnownOptions {
  std::vector<std::string> Options; ///< The last of two that disagree counts.
  std::string Gap; ///< Why there may be others; empty if these are all.
};

/// \p Counters are the contents of /tmp/hsperfdata_USER/PID, or empty: there
/// the VM states its options with those in files, joined by blanks and cut
/// after 1024 bytes (java.rt.vmFlags and java.rt.vmArgs). Otherwise the command
/// line and the environment are all that is known.
KnownOptions knownOptions(llvm::StringRef Counters,
                          llvm::ArrayRef<std::string> Arguments,
                          llvm::ArrayRef<std::string> Environment);

} // namespace hprof

#endif // HPROF_LIB_ATTACH_KNOWNOPTIONS_H

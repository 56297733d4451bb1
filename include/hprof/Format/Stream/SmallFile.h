//===- SmallFile.h - Reads small files --------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Keys, policies, budgets, lists: files that people write and that are read
/// whole. A path may name a device or an endless pipe, so each use has a limit.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_STREAM_SMALLFILE_H
#define HPROF_FORMAT_STREAM_SMALLFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace hprof {

/// The maximum size of a file, in MiB, and its description.
struct SmallFileLimit {
  uint32_t MiB;
  const char *What; ///< For the message: "a key".
};

/// Returns the bytes of \p Path, "-" for standard input. A larger file is an
/// error, which names the file.
llvm::Expected<std::string> readSmallFile(llvm::StringRef Path,
                                          SmallFileLimit Most);

} // namespace hprof

#endif // HPROF_FORMAT_STREAM_SMALLFILE_H

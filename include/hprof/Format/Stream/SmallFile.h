//===- SmallFile.h - Reads files that should be small -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Keys, policies, budgets, lists: files that people write, and that are read
/// whole. A path may name a device or a pipe without an end, so each use has a
/// limit.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_STREAM_SMALLFILE_H
#define HPROF_FORMAT_STREAM_SMALLFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace hprof {

/// How large a file may be, in MiB, and what it is.
struct SmallFileLimit {
  uint32_t MiB;
  const char *What; ///< "a key": for the message.
};

/// The bytes of \p Path, "-" for standard input. It is an error, which names
/// the file, if there are more than the limit.
llvm::Expected<std::string> readSmallFile(llvm::StringRef Path,
                                          SmallFileLimit Most);

} // namespace hprof

#endif // HPROF_FORMAT_STREAM_SMALLFILE_H

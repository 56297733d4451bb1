//===- FileRoots.h - Files that may be opened -------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_MCP_HEAPS_FILEROOTS_H
#define LIB_MCP_HEAPS_FILEROOTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace hprof {

/// The files and folders (with all their contents) that a server may read.
/// Before a path is compared, ".." is removed lexically and symbolic links are
/// resolved.
class FileRoots {
public:
  static llvm::Expected<FileRoots> create(llvm::ArrayRef<std::string> Given);

  /// Returns the resolved regular file for \p Path. A relative path starts at
  /// the first folder that contains it. The error is the same for all paths
  /// outside, whether or not such a file exists.
  llvm::Expected<std::string> find(llvm::StringRef Path) const;
  /// Whether \p Resolved is a root, or below one.
  bool has(llvm::StringRef Resolved) const;

  struct Dump {
    std::string Path;
    uint64_t Bytes = 0;
    uint64_t Millis = 0; ///< Time of the last modification, since 1970.
  };
  /// Files that look like heap dumps, by path. Links are not followed.
  std::vector<Dump> dumps() const;
  /// Maximum number of directory entries that dumps() examines.
  static constexpr unsigned MaxLooks = 20000;

private:
  std::vector<std::string> Roots; ///< Resolved.
};

} // namespace hprof

#endif // LIB_MCP_HEAPS_FILEROOTS_H

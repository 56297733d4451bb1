//===- FileRoots.h - Which files may be opened ------------------*- C++ -*-===//
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

/// The files, and the folders with all that is below them, that a server may
/// read. A path is compared without "..", which are taken out of its text
/// first, and with symbolic links resolved.
class FileRoots {
public:
  static llvm::Expected<FileRoots> create(llvm::ArrayRef<std::string> Given);

  /// The regular file that \p Path means, resolved. A relative path starts at
  /// the first folder that has it. The error is the same for all paths outside,
  /// whether or not there is such a file.
  llvm::Expected<std::string> find(llvm::StringRef Path) const;
  /// Whether \p Resolved is one of the roots, or below one.
  bool has(llvm::StringRef Resolved) const;

  struct Dump {
    std::string Path;
    uint64_t Bytes = 0;
    uint64_t Millis = 0; ///< When it was last changed, since 1970.
  };
  /// Files that look like heap dumps, by path. Links are not followed.
  std::vector<Dump> dumps() const;
  /// Entries of folders that dumps() looks at.
  static constexpr unsigned MaxLooks = 20000;

private:
  std::vector<std::string> Roots; ///< Resolved.
};

} // namespace hprof

#endif // LIB_MCP_HEAPS_FILEROOTS_H

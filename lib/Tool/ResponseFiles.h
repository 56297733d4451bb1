//===- ResponseFiles.h - Opens response files -------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_TOOL_RESPONSEFILES_H
#define HPROF_LIB_TOOL_RESPONSEFILES_H

#include "llvm/Support/VirtualFileSystem.h"

namespace hprof {

/// The real file system, except that reads are bounded: opening a file reads it
/// completely, and fails if it exceeds the limit for response files.
class ResponseFiles : public llvm::vfs::ProxyFileSystem {
public:
  ResponseFiles() : ProxyFileSystem(llvm::vfs::getRealFileSystem()) {}

  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &Path) override;

  /// The error if the last file was too large to read; otherwise empty.
  const std::string &fault() const { return Fault; }

private:
  std::string Fault;
};

} // namespace hprof

#endif // HPROF_LIB_TOOL_RESPONSEFILES_H

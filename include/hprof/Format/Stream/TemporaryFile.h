//===- TemporaryFile.h - Files removed on signals ---------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_STREAM_TEMPORARYFILE_H
#define HPROF_FORMAT_STREAM_TEMPORARYFILE_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <system_error>

namespace llvm {
class Twine;
} // namespace llvm

namespace hprof {

/// Creates a file with mode 0600 that is removed if a signal terminates the
/// process, until sys::DontRemoveFileOnSignal() is called with \p Path. Each %
/// in \p Model becomes a random digit. Unlike sys::fs::createUniqueFile()
/// followed by sys::RemoveFileOnSignal(), there is no window in which a signal
/// would leave the file.
std::error_code createTemporaryFile(const llvm::Twine &Model, int &Descriptor,
                                    llvm::SmallVectorImpl<char> &Path);

/// Opens a new file in \p Directory for reading and writing. It is unnamed from
/// the start, or unlinked immediately.
llvm::Expected<int> createUnnamedFile(llvm::StringRef Directory);

} // namespace hprof

#endif // HPROF_FORMAT_STREAM_TEMPORARYFILE_H

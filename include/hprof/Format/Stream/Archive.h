//===- Archive.h - A file inside a zip or tar archive -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Dumps are mailed as zip, tar and tar.gz. They are read in place, by
/// libarchive, when it is clear which file of the archive is meant. A build
/// without libarchive has no archives.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_STREAM_ARCHIVE_H
#define HPROF_FORMAT_STREAM_ARCHIVE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace hprof {

class Source;

/// Whether \p In begins like a zip or tar archive, and this build reads them.
/// Nothing is consumed. Waits for the first 512 bytes of a pipe.
bool isArchive(Source &In);

/// How much an entry of an archive, which begins with \p Head (at most
/// 64 KiB), is what is looked for: 0 for not at all.
using RankEntry = unsigned (*)(llvm::StringRef Head);

/// The one file with the highest rank in the archive \p In, which is at its
/// beginning. Fails when there is none or several, and lists what is there. An
/// archive that cannot be read twice is not searched first: there the first
/// file with a rank is taken, and another one like it is an error at its end.
llvm::Expected<std::unique_ptr<Source>> openArchive(std::unique_ptr<Source> In,
                                                    RankEntry Rank);

} // namespace hprof

#endif // HPROF_FORMAT_STREAM_ARCHIVE_H

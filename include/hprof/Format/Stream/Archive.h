//===- Archive.h - A file inside a zip or tar archive -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Dumps are often sent as zip, tar and tar.gz. They are read in place, by
/// libarchive, if it is clear which file in the archive is meant. Builds
/// without libarchive do not recognize archives (NoArchive.cpp), nor do the
/// shared libraries of a static build.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_STREAM_ARCHIVE_H
#define HPROF_FORMAT_STREAM_ARCHIVE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace hprof {

class Source;

/// Whether \p In begins like a zip or tar archive and this build reads them.
/// Consumes nothing. For a pipe, blocks until 512 bytes have arrived.
bool isArchive(Source &In);

/// Rates how well an archive's entry, which begins with \p Head (at most 64
/// KiB), matches what the caller looks for; 0 for no match.
using RankEntry = unsigned (*)(llvm::StringRef Head);

/// Opens the one file with the highest rank in the archive \p In, which must be
/// at its beginning. Fails, listing the contents, if there is no such file or
/// several. An archive that cannot be read twice is not searched first: its
/// first file with a nonzero rank is used, and if there is another such file,
/// an error is reported at the end.
llvm::Expected<std::unique_ptr<Source>> openArchive(std::unique_ptr<Source> In,
                                                    RankEntry Rank);

} // namespace hprof

#endif // HPROF_FORMAT_STREAM_ARCHIVE_H

//===- Platform.h - Memory of the system ------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What columns want of the system beyond POSIX. See
/// docs/Rationale/Portability.md.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_COLUMNS_PLATFORM_H
#define HPROF_LIB_ANALYSIS_COLUMNS_PLATFORM_H

#include <cstdint>
#include <string>

namespace hprof::columns {

/// Zeroed pages, which take memory only where they are written; null, with the
/// reason in errno, if there are no addresses left.
uint8_t *newPages(uint64_t Bytes);

/// Allocates pages that will all be written. \p Begin is at a page. No-op where
/// the system cannot.
void populatePages(uint8_t *Begin, uint64_t Bytes);

/// Makes newPages() zero again, and gives back their memory. \p Begin is at a
/// page.
void zeroPages(uint8_t *Begin, uint64_t Bytes);

/// Drops pages that are mapped shared from \p File at \p Offset from the
/// process; they come back when they are used. \p Begin is at a page; other
/// threads may read and write there meanwhile.
void giveBackFilePages(uint8_t *Begin, uint64_t Bytes, int File,
                       uint64_t Offset);

/// Allocates the first \p Bytes of an empty file on the disk. \return 0 or an
/// errno.
int allocateFile(int File, uint64_t Bytes);

/// Has the system start to write changed pages of a file.
void startWriting(int File);

/// Bytes of pages that the process has, or only those of files. 0 if that
/// cannot be found out. Where the system does not say, a high estimate of the
/// pages it has got since residentMark() was \p Since.
uint64_t residentBytes(bool OnlyFiles, uint64_t Since);

/// Whether residentBytes() is what the system says.
bool isResidentExact();

/// The moment now, for residentBytes(). 0 is when the process started.
uint64_t residentMark();

} // namespace hprof::columns

#endif // HPROF_LIB_ANALYSIS_COLUMNS_PLATFORM_H

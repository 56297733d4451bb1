//===- Platform.h - Memory functions of the system --------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// System functions beyond POSIX that columns use. See
/// docs/Rationale/Portability.md.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_COLUMNS_PLATFORM_H
#define HPROF_LIB_ANALYSIS_COLUMNS_PLATFORM_H

#include <cstdint>
#include <string>

namespace hprof::columns {

/// Returns zeroed pages, which use memory only where they are written. If no
/// addresses are left, returns null, with the reason in errno.
uint8_t *newPages(uint64_t Bytes);

/// Allocates pages that will all be written. \p Begin is aligned to a page.
/// No-op if the system does not support it.
void populatePages(uint8_t *Begin, uint64_t Bytes);

/// Zeroes pages and releases their memory. \p Begin is aligned to a page.
void zeroPages(uint8_t *Begin, uint64_t Bytes);

/// Drops pages that are mapped shared from \p File at \p Offset from the
/// process; they are mapped again when used. \p Begin is aligned to a page;
/// other threads may read and write there at the same time.
void giveBackFilePages(uint8_t *Begin, uint64_t Bytes, int File,
                       uint64_t Offset);

/// Allocates disk space for \p Bytes of an empty file. \return 0 or an errno.
int allocateFile(int File, uint64_t Bytes);

/// Makes the system start writing changed pages of a file.
void startWriting(int File);

/// Returns the size in bytes of the resident pages of the process, or only of
/// its file pages; 0 if unknown. If the system does not report this size,
/// returns a high estimate of the pages added since residentMark() returned \p
/// Since.
uint64_t residentBytes(bool OnlyFiles, uint64_t Since);

/// Whether the system reports residentBytes() exactly.
bool isResidentExact();

/// Returns a mark of the current time for residentBytes(); 0 marks the process
/// start.
uint64_t residentMark();

} // namespace hprof::columns

#endif // HPROF_LIB_ANALYSIS_COLUMNS_PLATFORM_H

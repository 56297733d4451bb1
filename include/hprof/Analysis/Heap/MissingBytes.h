//===- MissingBytes.h - Size of the data missing at the end -----*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_HEAP_MISSINGBYTES_H
#define HPROF_ANALYSIS_HEAP_MISSINGBYTES_H

#include "llvm/Support/Error.h"
#include <cstdint>

namespace hprof {

class HeapFile;
struct Frame;

/// Returns the number of bytes missing from a truncated \p File: the rest of
/// the last record, of its header, or of the last sub-record, plus the HEAP
/// DUMP END after segments. This is a lower bound, because more records may
/// have followed. Returns 0 for a complete file. \p File must be mapped. Errors
/// are read errors and do not include the file name.
llvm::Expected<uint64_t> missingBytes(HeapFile &File);

// The following functions use the same rules, for walks over a stream.

/// Returns the number of missing bytes if the input ends after \p Present bytes
/// of the body of \p Last, a record of a heap dump, and \p OfSubRecord bytes
/// before the end of the last sub-record.
uint64_t missingAfter(const Frame &Last, uint64_t Present,
                      uint64_t OfSubRecord = 0);
/// Returns the number of missing bytes if the input ends after \p Present bytes
/// of a record's header.
uint64_t missingOfHeader(uint64_t Present);

} // namespace hprof

#endif // HPROF_ANALYSIS_HEAP_MISSINGBYTES_H

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

/// Number of bytes that \p File declares past its end: in its last record, in
/// that record's header, and in the last sub-record, plus the HEAP DUMP END
/// after segments. This is a lower bound: more records may have followed. 0 for
/// a complete file. \p File must be mapped. Errors are read errors and do not
/// include the file name.
llvm::Expected<uint64_t> missingBytes(HeapFile &File);

// Same rules as above, for walks over a stream.

/// Number of missing bytes if the input ends \p Present bytes into the body of
/// \p Last, a record of a heap dump, and \p OfSubRecord bytes before the end of
/// its last sub-record.
uint64_t missingAfter(const Frame &Last, uint64_t Present,
                      uint64_t OfSubRecord = 0);
/// Number of missing bytes of a record's header of which \p Present bytes
/// exist.
uint64_t missingOfHeader(uint64_t Present);

} // namespace hprof

#endif // HPROF_ANALYSIS_HEAP_MISSINGBYTES_H

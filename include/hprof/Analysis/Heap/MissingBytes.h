//===- MissingBytes.h - What a cut file lacks -------------------*- C++ -*-===//
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

/// How many bytes \p File declares past its end: in its last record, in the
/// header of that, and in the last sub-record, plus the HEAP DUMP END after
/// segments. This is a lower bound: more records may have followed. 0 for a
/// complete file. \p File must be mapped. Errors are read errors, without a
/// name.
llvm::Expected<uint64_t> missingBytes(HeapFile &File);

// The rules for that, for walks of a stream.

/// The bytes that follow if the input ends \p Present bytes into the body of
/// \p Last, a record of a heap dump, and \p OfSubRecord bytes before the end of
/// its last sub-record.
uint64_t missingAfter(const Frame &Last, uint64_t Present,
                      uint64_t OfSubRecord = 0);
/// The rest of a record's header of which \p Present bytes are there.
uint64_t missingOfHeader(uint64_t Present);

} // namespace hprof

#endif // HPROF_ANALYSIS_HEAP_MISSINGBYTES_H

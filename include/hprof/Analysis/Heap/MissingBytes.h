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

/// How many bytes the last heap dump of \p File promises behind the end of the
/// file: what its last record and sub-record declare, and the HEAP DUMP END
/// after segments. At least so many are missing; more records may have followed
/// of which nothing is known. 0 for a file that is complete. \p File is mapped.
/// Errors are those of reading, without a name.
llvm::Expected<uint64_t> missingBytes(HeapFile &File);

} // namespace hprof

#endif // HPROF_ANALYSIS_HEAP_MISSINGBYTES_H

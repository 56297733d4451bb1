//===- RecordHeader.h - Size of a record header -----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_RECORDS_RECORDHEADER_H
#define HPROF_FORMAT_RECORDS_RECORDHEADER_H

namespace hprof {

/// Size in bytes of a top-level record's header: tag, time and length. A HEAP
/// DUMP END is only a header.
constexpr unsigned RecordHeaderSize = 9;

} // namespace hprof

#endif // HPROF_FORMAT_RECORDS_RECORDHEADER_H

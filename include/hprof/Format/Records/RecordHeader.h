//===- RecordHeader.h - The size of a record's header -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_RECORDS_RECORDHEADER_H
#define HPROF_FORMAT_RECORDS_RECORDHEADER_H

namespace hprof {

/// Bytes of the header of a top-level record: tag, time and length. A HEAP DUMP
/// END has nothing else.
constexpr unsigned RecordHeaderSize = 9;

} // namespace hprof

#endif // HPROF_FORMAT_RECORDS_RECORDHEADER_H

//===- TraceBytes.h - Messages of protobuf, byte by byte --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_UNITTESTS_FORMAT_PERFETTO_TRACEBYTES_H
#define HPROF_UNITTESTS_FORMAT_PERFETTO_TRACEBYTES_H

#include "llvm/ADT/StringRef.h"
#include <initializer_list>
#include <string>

namespace hprof {

/// A message, field by field.
class TraceBytes {
public:
  std::string Bytes;

  TraceBytes &number(unsigned Field, uint64_t N) {
    varint(Field << 3);
    return varint(N);
  }
  TraceBytes &bytes(unsigned Field, llvm::StringRef B) {
    varint(Field << 3 | 2);
    varint(B.size());
    Bytes += B;
    return *this;
  }
  TraceBytes &message(unsigned Field, const TraceBytes &M) {
    return bytes(Field, M.Bytes);
  }
  TraceBytes &packed(unsigned Field, std::initializer_list<uint64_t> Numbers) {
    TraceBytes All;
    for (uint64_t N : Numbers)
      All.varint(N);
    return message(Field, All);
  }
  TraceBytes &varint(uint64_t N) {
    for (; N >= 0x80; N >>= 7)
      Bytes += char(N | 0x80);
    Bytes += char(N);
    return *this;
  }
};

} // namespace hprof

#endif // HPROF_UNITTESTS_FORMAT_PERFETTO_TRACEBYTES_H

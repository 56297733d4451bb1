//===- AllowedBytes.h - Limit for bytes an input implies --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_BASE_ALLOWEDBYTES_H
#define HPROF_FORMAT_BASE_ALLOWEDBYTES_H

#include <cstdint>

namespace hprof {

/// Number of payload bytes that the first \p Read bytes of an input may imply
/// without containing them, unless the user allows more. Real dumps stay far
/// below both terms: most objects imply a few times the size of their record,
/// and large arrays are rare among millions of such objects.
constexpr uint64_t allowedBytes(uint64_t Read) {
  constexpr uint64_t Always = uint64_t(1) << 30, PerByte = 1024;
  return Always + PerByte * Read;
}

} // namespace hprof

#endif // HPROF_FORMAT_BASE_ALLOWEDBYTES_H

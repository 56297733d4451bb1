//===- SpanText.h - Spans of time as text -----------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_BASE_SPANTEXT_H
#define HPROF_FORMAT_BASE_SPANTEXT_H

#include <cstdint>
#include <string>

namespace hprof {

/// Returns "2 h 5 min", "5 min 3 s" or "3 days", for human-readable output.
std::string spanText(uint64_t Millis);

} // namespace hprof

#endif // HPROF_FORMAT_BASE_SPANTEXT_H

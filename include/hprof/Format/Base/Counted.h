//===- Counted.h - Counts with their nouns ----------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_BASE_COUNTED_H
#define HPROF_FORMAT_BASE_COUNTED_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace hprof {

/// Returns "1 object", "2 objects" or "0 objects", for human-readable output.
/// \p Plural is the plural of \p Noun; by default, an "s" is appended.
std::string counted(uint64_t N, llvm::StringRef Noun,
                    llvm::StringRef Plural = "");

} // namespace hprof

#endif // HPROF_FORMAT_BASE_COUNTED_H

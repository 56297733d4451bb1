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

/// "1 object", "2 objects", "0 objects", for text that people read. The plural
/// of \p Noun ("class") is \p Plural ("classes"); by default it takes an "s".
std::string counted(uint64_t N, llvm::StringRef Noun,
                    llvm::StringRef Plural = "");

} // namespace hprof

#endif // HPROF_FORMAT_BASE_COUNTED_H

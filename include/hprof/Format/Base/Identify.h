//===- Identify.h - Describes unknown content -------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_BASE_IDENTIFY_H
#define HPROF_FORMAT_BASE_IDENTIFY_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace hprof {

/// Describes an input by its beginning \p Head, for messages about unexpected
/// input: "an empty file", "a zip archive", "an ELF core dump", "a web page",
/// "text", "unknown bytes (...)".
std::string describeContent(llvm::StringRef Head);

} // namespace hprof

#endif // HPROF_FORMAT_BASE_IDENTIFY_H

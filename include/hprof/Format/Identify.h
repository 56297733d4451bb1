//===- Identify.h - What bytes look like ------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_IDENTIFY_H
#define HPROF_FORMAT_IDENTIFY_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace hprof {

/// What the beginning \p Head of an input looks like, for a message about an
/// input that is something else than was expected: "an empty file", "a zip
/// archive", "an ELF core dump", "a web page", "text", "unknown bytes (...)".
std::string describeContent(llvm::StringRef Head);

} // namespace hprof

#endif // HPROF_FORMAT_IDENTIFY_H

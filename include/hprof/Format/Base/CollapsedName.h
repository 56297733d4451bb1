//===- CollapsedName.h - Names in collapsed stacks --------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_BASE_COLLAPSEDNAME_H
#define HPROF_FORMAT_BASE_COLLAPSEDNAME_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace hprof {

/// \p Name as a frame of a collapsed stack. Semicolons separate frames and a
/// newline ends the stack, and neither can be escaped: a semicolon becomes a
/// comma, a control character a question mark.
std::string collapsedName(llvm::StringRef Name);

} // namespace hprof

#endif // HPROF_FORMAT_BASE_COLLAPSEDNAME_H

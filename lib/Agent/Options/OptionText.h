//===- OptionText.h - Conversion of option strings --------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Conversion of option strings, which come from the VM and end up in file
/// names and messages.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_AGENT_OPTIONTEXT_H
#define HPROF_AGENT_OPTIONTEXT_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace hprof::agent {

/// Converts modified UTF-8 (JVMS 4.4.7) to UTF-8: C0 80 becomes NUL, and a
/// surrogate pair of two 3-byte sequences becomes one 4-byte sequence. All
/// other bytes are kept, even invalid ones: they may be part of a file name.
std::string decodeOptionText(llvm::StringRef Text);

/// Escapes \p Text for a message: control characters become `\xHH`, so that it
/// stays on one line and cannot affect a terminal.
std::string printableOptionText(llvm::StringRef Text);

} // namespace hprof::agent

#endif // HPROF_AGENT_OPTIONTEXT_H

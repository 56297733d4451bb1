//===- OptionText.h - Characters of option strings --------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Option strings come in from the VM and go out as file names and messages.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_AGENT_OPTIONTEXT_H
#define HPROF_AGENT_OPTIONTEXT_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace hprof::agent {

/// Modified UTF-8 (JVMS 4.4.7) as UTF-8: C0 80 becomes NUL, a pair of
/// surrogates of three bytes each becomes one sequence of four. All other bytes
/// stay, also invalid ones: they may be in the name of a file.
std::string decodeOptionText(llvm::StringRef Text);

/// \p Text for a message: control characters are `\xHH`, so that it stays on
/// its line and changes no terminal.
std::string printableOptionText(llvm::StringRef Text);

} // namespace hprof::agent

#endif // HPROF_AGENT_OPTIONTEXT_H

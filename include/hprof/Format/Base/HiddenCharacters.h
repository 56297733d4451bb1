//===- HiddenCharacters.h - Characters that are not seen --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Characters that have no glyph of their own: they act on a terminal, change
/// the order of the text around them, or make two different texts look the
/// same. Output for people shows them as escapes. HiddenCharacters.def is the
/// only list of them.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_BASE_HIDDENCHARACTERS_H
#define HPROF_FORMAT_BASE_HIDDENCHARACTERS_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace hprof {

bool isHidden(uint32_t C);

/// Whether \p First may be the first byte of a hidden character in UTF-8.
bool mayBeginHidden(uint8_t First);

/// \p Text, UTF-8 or modified UTF-8, with \uNNNN for each hidden character,
/// with two of them outside the basic plane, as in Java. A backslash that
/// begins what would be read as such an escape becomes \u005c.
std::string escapeHidden(llvm::StringRef Text);

/// \p Json, in UTF-8, with escapes for the hidden characters of strings; line
/// feeds and other white space stay.
std::string escapeHiddenInJson(llvm::StringRef Json);

/// The reverse of escapeHidden(), into UTF-8. Other escapes stay as they are.
std::string unescapeHidden(llvm::StringRef Text);

} // namespace hprof

#endif // HPROF_FORMAT_BASE_HIDDENCHARACTERS_H

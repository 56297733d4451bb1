//===- HiddenCharacters.h - Invisible characters ----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Characters without a glyph of their own: they act on a terminal, reorder the
/// text around them, or make two different strings look the same.
/// Human-readable output shows them as escapes. HiddenCharacters.def is the
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

/// Replaces each hidden character of \p Text, in UTF-8 or modified UTF-8, by
/// \uNNNN or, outside the Basic Multilingual Plane, by two such escapes, as in
/// Java. A backslash that begins a sequence that looks like such an escape
/// becomes \u005c.
std::string escapeHidden(llvm::StringRef Text);

/// Escapes the hidden characters in the strings of \p Json, which is UTF-8;
/// line feeds and other white space are kept.
std::string escapeHiddenInJson(llvm::StringRef Json);

/// The inverse of escapeHidden(), to UTF-8. Other escapes are unchanged.
std::string unescapeHidden(llvm::StringRef Text);

} // namespace hprof

#endif // HPROF_FORMAT_BASE_HIDDENCHARACTERS_H

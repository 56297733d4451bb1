//===- OptionTable.h - The agent's options as data --------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The rows of Options.def, for the parser, the help text, documentation and
/// tests.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_OPTIONS_OPTIONTABLE_H
#define HPROF_LIB_AGENT_OPTIONS_OPTIONTABLE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace hprof::agent {

enum class OptionKind : uint8_t {
  Choice,  ///< One of Values.
  Switch,  ///< y or n.
  Number,  ///< Decimal.
  Size,    ///< Decimal number of bytes; k, m or g multiplies it.
  Time,    ///< Decimal number of seconds; s, m or h multiplies it.
  Ratio,   ///< Floating point, 0 or more.
  Mask,    ///< Bits: decimal, hexadecimal (0x) or octal (0).
  Text,    ///< Free text without a comma.
  Removed, ///< An error; Help names the replacement.
};

enum class OptionGroup : uint8_t {
  Listed,   ///< In the help text.
  Obsolete, ///< In the help text, in a separate list.
  Hidden,   ///< Accepted, but not in the help text.
};

struct OptionRow {
  llvm::StringLiteral Name;
  OptionKind Kind;
  llvm::StringLiteral Values; ///< As shown after the `=`.
  llvm::StringLiteral Default;
  OptionGroup Group;
  llvm::StringLiteral Help;
};

/// Length of the longest allowed option name.
constexpr size_t MaxOptionName = 15;

/// Returns all options, in the order of the help text.
llvm::ArrayRef<OptionRow> optionTable();

/// Returns the option \p Name (case-sensitive), or null.
const OptionRow *findOption(llvm::StringRef Name);

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_OPTIONS_OPTIONTABLE_H

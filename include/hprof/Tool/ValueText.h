//===- ValueText.h - Field values as text and JSON --------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_TOOL_VALUETEXT_H
#define HPROF_TOOL_VALUETEXT_H

#include "hprof/Format/Records/Records.h"
#include "llvm/Support/JSON.h"
#include <string>

namespace hprof {

/// \p V in Java source form; references as ids.
std::string valueText(const Value &V);
/// \p V as JSON: booleans and numbers unchanged, a char as its code, references
/// as ids; null for a null reference.
llvm::json::Value valueJson(const Value &V);
/// \p Number, or a string if it is not finite, which JSON cannot express.
llvm::json::Value realJson(double Number);

} // namespace hprof

#endif // HPROF_TOOL_VALUETEXT_H

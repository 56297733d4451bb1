//===- ValueText.h - Values of fields for people ----------------*- C++ -*-===//
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

/// A value in Java source form; references as ids.
std::string valueText(const Value &V);
/// Booleans and numbers as themselves, a char as its code, references as ids;
/// null for a null reference.
llvm::json::Value valueJson(const Value &V);
/// As text if it is not finite, which JSON cannot express.
llvm::json::Value realJson(double Number);

} // namespace hprof

#endif // HPROF_TOOL_VALUETEXT_H

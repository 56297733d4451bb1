//===- ParseJson.h - JSON of unknown origin as a value ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_BASE_PARSEJSON_H
#define HPROF_FORMAT_BASE_PARSEJSON_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace llvm::json {
class Value;
} // namespace llvm::json

namespace hprof {

/// Objects and arrays within each other that parseJson() accepts.
constexpr unsigned MaxJsonDepth = 100;

/// The value of \p Text. LLVM's parser calls itself for each level of nesting,
/// so this is the only place that may call it: deeper text is an error, which
/// states the offset of the first bracket above the limit.
llvm::Expected<llvm::json::Value> parseJson(llvm::StringRef Text);

} // namespace hprof

#endif // HPROF_FORMAT_BASE_PARSEJSON_H

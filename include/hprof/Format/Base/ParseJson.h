//===- ParseJson.h - Parses untrusted JSON ----------------------*- C++ -*-===//
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

/// The nesting depth of objects and arrays that parseJson() accepts.
constexpr unsigned MaxJsonDepth = 100;

/// Parses \p Text. LLVM's parser recurses for each level of nesting, so only
/// this function may call it: deeper nesting is an error that states the offset
/// of the first bracket past the limit.
llvm::Expected<llvm::json::Value> parseJson(llvm::StringRef Text);

} // namespace hprof

#endif // HPROF_FORMAT_BASE_PARSEJSON_H

//===- Inputs.h - What queries are about ------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_HPROF_QUERY_INPUTS_H
#define TOOLS_HPROF_QUERY_INPUTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace hprof {

class QuerySession;
class ToolContext;

/// Schema names of inputs: "main" for a single input, otherwise "a", "b" and so
/// on.
using InputNames = std::vector<std::pair<std::string, std::string>>;

/// Whether a positional argument is SQL rather than a file: it begins with a
/// verb of SQL, and no file has this name.
bool isQuery(llvm::StringRef Argument);

/// Opens \p Files, which may be heap dumps, profiles and thread dumps, and
/// gives their tables to \p Session.
llvm::Error openInputs(ToolContext &C, llvm::ArrayRef<std::string> Files,
                       QuerySession &Session, InputNames &Opened);

} // namespace hprof

#endif // TOOLS_HPROF_QUERY_INPUTS_H

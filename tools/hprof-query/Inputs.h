//===- Inputs.h - What queries are about ------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_HPROF_QUERY_INPUTS_H
#define TOOLS_HPROF_QUERY_INPUTS_H

#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace hprof {

class QuerySession;
class ToolContext;

/// The names of inputs by schema: "main" for the only one, else "a", "b" and so
/// on.
using InputNames = std::vector<std::pair<std::string, std::string>>;

/// An error if an input is no file but a query, which is an option's value.
llvm::Error checkInputNames(const ToolContext &C);

/// Opens the inputs of \p C, which may be heap dumps, profiles and thread
/// dumps, and gives their tables to \p Session.
llvm::Error openInputs(ToolContext &C, QuerySession &Session,
                       InputNames &Opened);

} // namespace hprof

#endif // TOOLS_HPROF_QUERY_INPUTS_H

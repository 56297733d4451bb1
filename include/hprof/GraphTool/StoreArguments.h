//===- StoreArguments.h - Options of tools for stores -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The options that all tools on the object graph have (Graph.td), checked and
/// as a store takes them.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_GRAPHTOOL_STOREARGUMENTS_H
#define HPROF_GRAPHTOOL_STOREARGUMENTS_H

#include "hprof/Analysis/Store/StoreEvents.h"
#include "hprof/Analysis/Store/StoreOptions.h"

namespace hprof {

class ToolContext;

/// What the options of a command line ask for.
llvm::Expected<StoreOptions> storeOptions(ToolContext &C);

/// Prints what a store of the dump \p Path tells, and its progress. \p C
/// outlives it.
StoreEvents storeEvents(ToolContext &C, llvm::StringRef Path);

/// Checks the value of --index.
llvm::Error checkIndexOption(ToolContext &C);

/// Checks the values of the options that the table cannot check; for a tool to
/// call before it opens anything.
llvm::Error checkGraphOptions(ToolContext &C);

} // namespace hprof

#endif // HPROF_GRAPHTOOL_STOREARGUMENTS_H

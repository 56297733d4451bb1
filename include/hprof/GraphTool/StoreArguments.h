//===- StoreArguments.h - Store options of tools ----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The options common to all tools on the object graph (Graph.td), checked and
/// converted for a store.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_GRAPHTOOL_STOREARGUMENTS_H
#define HPROF_GRAPHTOOL_STOREARGUMENTS_H

#include "hprof/Analysis/Store/StoreEvents.h"
#include "hprof/Analysis/Store/StoreOptions.h"

namespace hprof {

class ToolContext;

/// Returns the store options given on the command line.
llvm::Expected<StoreOptions> storeOptions(ToolContext &C);

/// Returns events that print messages and progress of a store of the dump \p
/// Path. \p C must outlive the result.
StoreEvents storeEvents(ToolContext &C, llvm::StringRef Path);

/// Checks the value of --index.
llvm::Error checkIndexOption(ToolContext &C);

/// Checks option values that the option table cannot check. Tools call it
/// before opening anything.
llvm::Error checkGraphOptions(ToolContext &C);

} // namespace hprof

#endif // HPROF_GRAPHTOOL_STOREARGUMENTS_H

//===- IndexChoice.h - What options ask, and the index for it ---*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The options that all tools on the object graph have (Graph.td): what they
/// ask for, whether they make sense, and which index serves them.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_GRAPHTOOL_INDEXCHOICE_H
#define HPROF_GRAPHTOOL_INDEXCHOICE_H

#include "hprof/Analysis/Index/HeapIndex.h"
#include "llvm/ADT/SmallVector.h"
#include <memory>

namespace hprof {

class ToolContext;

/// The index of the dump \p Path that the options name, or the one beside it.
/// Null when there is none, or when the one beside it does not serve, which is
/// noted.
llvm::Expected<std::unique_ptr<HeapIndex>> openIndex(ToolContext &C,
                                                     llvm::StringRef Path);

/// What the options of a command line ask for.
llvm::Expected<GraphOrigin> wantedOrigin(ToolContext &C);

/// Why \p Index does not serve for the dump \p Path read as \p Wanted says, or
/// success.
llvm::Error checkIndex(const HeapIndex &Index, llvm::StringRef Path,
                       const GraphOrigin &Wanted);

/// The same for all that is in it: the dominators are those of \p Wanted, too.
llvm::Error checkWholeIndex(const HeapIndex &Index, llvm::StringRef Path,
                            const GraphOrigin &Wanted);

/// "soft", "weak", "final" and "phantom", those of \p Kinds in this order.
llvm::SmallVector<llvm::StringRef, 4> kindNames(ReferenceKinds Kinds);

/// Checks the value of --index.
llvm::Error checkIndexOption(ToolContext &C);

/// Checks the values of the options that the table cannot check; for a tool to
/// call before it opens anything.
llvm::Error checkGraphOptions(ToolContext &C);

} // namespace hprof

#endif // HPROF_GRAPHTOOL_INDEXCHOICE_H

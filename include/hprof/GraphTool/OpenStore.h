//===- OpenStore.h - Opens the inputs of graph tools ------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_GRAPHTOOL_OPENSTORE_H
#define HPROF_GRAPHTOOL_OPENSTORE_H

#include "hprof/Analysis/Store/HeapStore.h"

namespace hprof {

class HeapIndex;
struct KnownInput;
class ToolContext;

/// Prints a note if the layout of objects, on which all sizes depend, is
/// uncertain.
void tellLayout(ToolContext &C, const HeapStore &S);

/// Prints a note if the file has several dumps and the user did not choose one.
void tellDump(ToolContext &C, const HeapStore &S);

/// Opens \p Path ("-" for standard input) with the options given on the command
/// line. Messages go to the context's reporter, including a note if the layout
/// of objects is uncertain. \p IgnoredByDefault and \p KeepIfCut are those of
/// StoreOptions.
llvm::Expected<std::unique_ptr<HeapStore>>
openStore(ToolContext &C, llvm::StringRef Path,
          std::shared_ptr<HeapFile> File = nullptr,
          ReferenceKinds IgnoredByDefault = {}, bool KeepIfCut = false);

/// Same as above, with \p Index, which must match. \p ShouldEnd as in
/// StoreEvents.
llvm::Expected<std::unique_ptr<HeapStore>>
openStore(ToolContext &C, llvm::StringRef Path,
          std::shared_ptr<HeapIndex> Index, bool KeepIfCut = false,
          std::function<bool()> ShouldEnd = nullptr);

/// Same as above, for an input that is already open.
llvm::Expected<std::unique_ptr<HeapStore>>
openStore(ToolContext &C, KnownInput In, ReferenceKinds IgnoredByDefault,
          bool KeepIfCut, std::function<bool()> ShouldEnd = nullptr);

} // namespace hprof

#endif // HPROF_GRAPHTOOL_OPENSTORE_H

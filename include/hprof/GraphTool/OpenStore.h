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

class ToolContext;

/// Opens \p Path ("-" for standard input) as the options of the command line
/// say. Messages go to the context's reporter, also that the layout of objects
/// is uncertain. \p IgnoredByDefault is StoreOptions::IgnoredByDefault, \p
/// KeepIfCut is StoreOptions::KeepIfCut.
llvm::Expected<std::unique_ptr<HeapStore>>
openStore(ToolContext &C, llvm::StringRef Path,
          std::shared_ptr<HeapFile> File = nullptr,
          ReferenceKinds IgnoredByDefault = {}, bool KeepIfCut = false);

} // namespace hprof

#endif // HPROF_GRAPHTOOL_OPENSTORE_H

//===- DumpPart.h - Merges heap dumps ---------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_HPROF_MERGE_DUMPPART_H
#define TOOLS_HPROF_MERGE_DUMPPART_H

#include "hprof/Convert/KnownInput.h"
#include "hprof/Convert/Merge/MergeDumps.h"

namespace hprof {

class ToolContext;

/// Request from the command line.
struct DumpMergeRequest {
  MergeOptions Options;
  std::string
      NamesFrom; ///< Path of the dump with additional names; may be empty.
  bool Explain = false; ///< Whether to print the account of every input.
  /// Target of the account: standard output may be the dump.
  bool ToStdout = false;
};

/// Reports losses as the command line requests.
llvm::Error tellMergeLosses(ToolContext &C, const DumpMergeRequest &Asked,
                            const MergeReport &Report);

/// Merges the tool's inputs, which are heap dumps, parts of dumps, or folders
/// with such files. \p First is the first of them, if already open.
llvm::Error mergeDumpInputs(ToolContext &C, const DumpMergeRequest &Asked,
                            KnownInput First);

} // namespace hprof

#endif // TOOLS_HPROF_MERGE_DUMPPART_H

//===- DocumentDiff.h - Compares profiles and thread dumps ------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_HPROF_DIFF_DOCUMENTDIFF_H
#define TOOLS_HPROF_DIFF_DOCUMENTDIFF_H

#include "hprof/Convert/KnownInput.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>

namespace hprof {

class ToolContext;

/// What the files \p Paths have, by their content. With \p WantsProfiles heap
/// dumps do not count. Pipes are taken for heap dumps. An error if there are
/// different kinds.
llvm::Expected<InputKind> kindOf(llvm::ArrayRef<std::string> Paths,
                                 bool WantsProfiles);

/// What --by, --section, --sort and --filter say of documents.
struct DocumentOptions {
  bool ByTrace = false;
  std::string Section; ///< Empty for all.
};

/// Compares the profiles or thread dumps \p Paths and prints the result.
llvm::Error compareDocuments(ToolContext &C, llvm::ArrayRef<std::string> Paths,
                             InputKind Kind, const DocumentOptions &Options);

} // namespace hprof

#endif // TOOLS_HPROF_DIFF_DOCUMENTDIFF_H

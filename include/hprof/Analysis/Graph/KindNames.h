//===- KindNames.h - Names of reference kinds -------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_GRAPH_KINDNAMES_H
#define HPROF_ANALYSIS_GRAPH_KINDNAMES_H

#include "hprof/Analysis/Graph/ReferenceKinds.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace hprof {

/// Returns names of \p Kinds, in the order "soft", "weak", "final", "phantom".
llvm::SmallVector<llvm::StringRef, 4> kindNames(ReferenceKinds Kinds);

/// Returns the kind called \p Name; nullopt if there is none.
std::optional<ReferenceKind> kindCalled(llvm::StringRef Name);

} // namespace hprof

#endif // HPROF_ANALYSIS_GRAPH_KINDNAMES_H

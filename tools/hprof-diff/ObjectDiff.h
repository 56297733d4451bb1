//===- ObjectDiff.h - Compares objects by id --------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_HPROF_DIFF_OBJECTDIFF_H
#define TOOLS_HPROF_DIFF_OBJECTDIFF_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace hprof {

class ClassPattern;
class ToolContext;

/// Matches the objects of the two dumps \p Paths by id, and prints for each
/// class that \p Filter, if it is not null, selects how many are kept, gone and
/// new.
llvm::Error compareObjects(ToolContext &C, llvm::ArrayRef<std::string> Paths,
                           const ClassPattern *Filter);

} // namespace hprof

#endif // TOOLS_HPROF_DIFF_OBJECTDIFF_H

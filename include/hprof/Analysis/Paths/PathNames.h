//===- PathNames.h - Names for parts of paths -------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_PATHS_PATHNAMES_H
#define HPROF_ANALYSIS_PATHS_PATHNAMES_H

#include "hprof/Analysis/Graph/ClassReferences.h"
#include "hprof/Analysis/Graph/ReferenceKinds.h"
#include "hprof/Format/Records/Records.h"
#include <string>

namespace hprof {

/// Returns the kind of root as text: "system class", "Java frame".
std::string rootText(RecordKind K);
/// "strong", "weak", ...
const char *strengthName(ReferenceKind K);
/// "field", "static", ...
const char *labelKindName(LabelKind K);

} // namespace hprof

#endif // HPROF_ANALYSIS_PATHS_PATHNAMES_H

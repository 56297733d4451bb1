//===- SuspectContents.h - Contents of suspects -----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_LEAKS_SUSPECTCONTENTS_H
#define HPROF_LIB_ANALYSIS_LEAKS_SUSPECTCONTENTS_H

#include "ClassRoles.h"
#include "hprof/Analysis/Leaks/LeakSuspects.h"

namespace hprof {

/// Sums by type.
using ContentSums = llvm::DenseMap<TypeNumber, SuspectContent>;

/// Returns the five largest contents; classes with the same name are merged.
std::vector<SuspectContent> largestContents(const HeapGraph &G,
                                            const ContentSums &Of);

/// Sets LeakSuspect::Contents, Elements, Outer, Inner, InnerEach, Nested and
/// PartOf in two walks over all objects. Takes 4 bytes per object while it
/// runs. For a comparison, a class with a small part of the bytes is not named,
/// because it may have its own suspect in the other heap. \p FirstOfName
/// contains, for each type, the first type with the same stable name. \return
/// for each suspect, the entries through which threads hold all its elements as
/// values of ThreadLocals; empty if they do not.
llvm::Expected<std::vector<std::vector<Node>>>
addContents(const HeapGraph &G, const DominatorTree &T, const ClassRoles &Roles,
            llvm::ArrayRef<uint64_t> FirstOfName, bool IsForComparison,
            llvm::MutableArrayRef<LeakSuspect> Suspects);

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_LEAKS_SUSPECTCONTENTS_H

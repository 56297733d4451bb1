//===- StackSources.h - Profiles and threads as stacks ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_STACKS_STACKSOURCES_H
#define HPROF_ANALYSIS_STACKS_STACKSOURCES_H

#include "hprof/Analysis/Stacks/WeightedStacks.h"
#include "hprof/Format/Profile/Profile.h"
#include <optional>

namespace hprof {

struct ThreadDump;

/// Returns "samples", "sites" and so on.
llvm::StringRef sectionName(ProfileKind K);
/// Returns "CPU samples", "Allocation sites" and so on.
llvm::StringRef sectionTitle(ProfileKind K);
std::optional<ProfileKind> sectionCalled(llvm::StringRef Name);
/// Returns the most useful section of \p P, if there is any.
std::optional<ProfileKind> firstSection(const Profile &P);

/// Returns a section of a profile. The class of the allocated objects or of the
/// monitor is the innermost frame. Values that are included only in the totals
/// of the file form a separate stack.
WeightedStacks stacksOf(const Profile &P, ProfileKind Section);

/// Returns the stacks of all threads that have one. The value of a stack is its
/// number of threads.
WeightedStacks stacksOf(const ThreadDump &Dump);

} // namespace hprof

#endif // HPROF_ANALYSIS_STACKS_STACKSOURCES_H

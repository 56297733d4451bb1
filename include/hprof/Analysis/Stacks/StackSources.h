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

/// "samples", "sites" and so on.
llvm::StringRef sectionName(ProfileKind K);
/// "CPU samples", "Allocation sites" and so on.
llvm::StringRef sectionTitle(ProfileKind K);
std::optional<ProfileKind> sectionCalled(llvm::StringRef Name);
/// The section of \p P that people want first, unless there are none.
std::optional<ProfileKind> firstSection(const Profile &P);

/// A section of a profile. The class of what was allocated, or of a monitor, is
/// the innermost frame. What the file only has in its totals is one stack of
/// its own.
WeightedStacks stacksOf(const Profile &P, ProfileKind Section);

/// The stacks of all threads that have one, by the number of threads.
WeightedStacks stacksOf(const ThreadDump &Dump);

} // namespace hprof

#endif // HPROF_ANALYSIS_STACKS_STACKSOURCES_H

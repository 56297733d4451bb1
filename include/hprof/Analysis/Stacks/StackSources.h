//===- StackSources.h - Profiles, threads and heaps as stacks ---*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_EXPORT_STACKS_STACKSOURCES_H
#define HPROF_EXPORT_STACKS_STACKSOURCES_H

#include "hprof/Export/Stacks/WeightedStacks.h"
#include "hprof/Format/Profile/Profile.h"
#include "llvm/Support/Error.h"
#include <optional>

namespace hprof {

class HeapStore;
struct ThreadDump;

/// "samples", "sites" and so on.
llvm::StringRef sectionName(ProfileKind K);
std::optional<ProfileKind> sectionCalled(llvm::StringRef Name);
/// The section of \p P that people want first, unless there are none.
std::optional<ProfileKind> firstSection(const Profile &P);

/// A section of a profile. The class of what was allocated, or of a monitor, is
/// the innermost frame. What the file only has in its totals is one stack of
/// its own.
WeightedStacks stacksOf(const Profile &P, ProfileKind Section);

/// The stacks of all threads that have one, by the number of threads.
WeightedStacks stacksOf(const ThreadDump &Dump);

/// The objects of a heap by the classes that dominate them, as hprof-dominators
/// --tree=classes shows them: a stack is a way from the top of the tree, and
/// its bytes are those of the objects there alone, so that a frame with all
/// above it is what these retain. \p Ids, if there are any, are the objects
/// whose dominated ones are shown.
llvm::Expected<WeightedStacks> stacksOf(HeapStore &Heap,
                                        llvm::ArrayRef<uint64_t> Ids);

/// Adds the signatures of the leak suspects of \p Heap.
llvm::Error addLeakSignatures(WeightedStacks &To, HeapStore &Heap);

} // namespace hprof

#endif // HPROF_EXPORT_STACKS_STACKSOURCES_H

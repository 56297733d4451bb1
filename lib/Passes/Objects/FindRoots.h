//===- FindRoots.h - Roots for a dump that lacks them -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_PASSES_OBJECTS_FINDROOTS_H
#define HPROF_LIB_PASSES_OBJECTS_FINDROOTS_H

#include "hprof/Convert/Pipeline/Stage.h"

namespace hprof {

struct KnownObjects;

/// For a dump without roots, whose end is missing (HotSpot up to JDK 17 writes
/// roots last): adds a ROOT UNKNOWN for each unreferenced object and for each
/// class. Objects in cycles without references from outside get no root. Dumps
/// with roots other than those of classes pass unchanged. The dump is read up
/// to three more times; memory grows with the number of objects, by less than a
/// byte each. Signs of damage are recorded in \p Known, for makeNullLost().
std::unique_ptr<Stage> makeFindRoots(std::shared_ptr<KnownObjects> Known);

} // namespace hprof

#endif // HPROF_LIB_PASSES_OBJECTS_FINDROOTS_H

//===- NullLost.h - Nulls references after damage ---------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file After damage, a reader may interpret other bytes as references.
/// References to objects missing from the dump may actually be other data, and
/// become null.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_PASSES_OBJECTS_NULLLOST_H
#define HPROF_LIB_PASSES_OBJECTS_NULLLOST_H

#include "hprof/Convert/Pipeline/Stage.h"
#include "hprof/Format/Kit/IdSet.h"
#include "hprof/Format/Records/Records.h"

namespace hprof {

/// Findings in a damaged dump.
struct KnownObjects {
  bool IsDamaged = false;
  IdSet Ids; ///< If the dump is damaged, the ids of its objects and classes.
};

/// Records signs of damage: bytes that belong to no record, and heap dumps that
/// are truncated or have no length.
inline void noteDamage(KnownObjects &To, const Opaque &) {
  To.IsDamaged = true;
}
void noteDamage(KnownObjects &To, const Frame &F, uint64_t Length);

/// Fills in the ids if \p To is damaged.
llvm::Error collectIds(Upstream &Stream, KnownObjects &To);

/// In a damaged dump, nulls references that are not in \p Known, which must be
/// complete before the file header arrives. Passes other dumps on unchanged.
/// With \p NewFrames, used before a writer that creates its own frames, frames
/// no longer show where the input was truncated.
std::unique_ptr<Stage> makeNullLost(std::shared_ptr<const KnownObjects> Known,
                                    bool NewFrames = false);

} // namespace hprof

#endif // HPROF_LIB_PASSES_OBJECTS_NULLLOST_H

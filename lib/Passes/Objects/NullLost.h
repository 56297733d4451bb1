//===- NullLost.h - References that damage has made -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// After damage, a reader may take other bytes for references. Those that name
/// no object of the dump can be contents, and are made null.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_PASSES_OBJECTS_NULLLOST_H
#define HPROF_LIB_PASSES_OBJECTS_NULLLOST_H

#include "hprof/Convert/Pipeline/Stage.h"
#include "hprof/Format/Kit/IdSet.h"
#include "hprof/Format/Records/Records.h"

namespace hprof {

/// What a look at a damaged dump finds.
struct KnownObjects {
  bool IsDamaged = false;
  IdSet Ids; ///< If it is damaged: of objects and classes.
};

/// Notes signs of damage: bytes that no record explains, and heap dumps that
/// are cut or have no length.
inline void noteDamage(KnownObjects &To, const Opaque &) {
  To.IsDamaged = true;
}
void noteDamage(KnownObjects &To, const Frame &F, uint64_t Length);

/// Fills in the ids if \p To is damaged.
llvm::Error collectIds(Upstream &Stream, KnownObjects &To);

/// In a damaged dump, makes references null that are not in \p Known, which
/// must be complete when the file header comes. Passes others on unchanged.
/// With \p NewFrames, frames no longer show where the input was cut: for a
/// writer that makes its own.
std::unique_ptr<Stage> makeNullLost(std::shared_ptr<const KnownObjects> Known,
                                    bool NewFrames = false);

} // namespace hprof

#endif // HPROF_LIB_PASSES_OBJECTS_NULLLOST_H

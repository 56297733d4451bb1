//===- DropObjects.h - Drops objects by class -------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_PASSES_OBJECTS_DROPOBJECTS_H
#define HPROF_LIB_PASSES_OBJECTS_DROPOBJECTS_H

#include "hprof/Convert/Pipeline/Stage.h"
#include "hprof/Format/Base/ClassPattern.h"
#include <memory>
#include <vector>

namespace hprof {

class IdSet;

struct DropOptions {
  /// Classes whose objects are kept; all if empty.
  std::vector<ClassPattern> Keep;
  /// Classes whose objects are dropped.
  std::vector<ClassPattern> Drop;
  /// Keep only objects whose class has a loader of these classes, or with these
  /// ids; the bootstrap loader is called "bootstrap".
  std::vector<ClassPattern> Loaders;
  bool hasPatterns() const {
    return !Keep.empty() || !Drop.empty() || !Loaders.empty();
  }
  /// Drop objects that are unreachable from the roots through any kind of
  /// reference.
  bool Unreachable = false;
  std::string TempDir; ///< For a copy of the dump, if Unreachable.
  unsigned Threads = 1;
};

/// Drops instances and arrays, with their roots. Classes stay. References to
/// dropped objects must be nulled by a later stage: their ids are in \p Dropped
/// once the pass has begun. The dump is read two more times, and once more each
/// for Loaders and Unreachable.
std::unique_ptr<Stage> makeDropObjects(std::shared_ptr<const DropOptions> By,
                                       std::shared_ptr<IdSet> Dropped);

} // namespace hprof

#endif // HPROF_LIB_PASSES_OBJECTS_DROPOBJECTS_H

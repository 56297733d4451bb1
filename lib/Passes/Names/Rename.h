//===- Rename.h - Replaces names in a dump ----------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_PASSES_NAMES_RENAME_H
#define HPROF_LIB_PASSES_NAMES_RENAME_H

#include "hprof/Convert/Pipeline/Stage.h"

namespace hprof {

class DumpContext;
class NameMap;

/// Chooses the names after those of the dump were collected. May fail.
using ChooseNames = std::function<llvm::Expected<const NameMap *>(
    const DumpContext &Names, llvm::ArrayRef<StackFrame> Frames)>;

struct RenameOptions {
  ChooseNames Choose;
  /// Replace a string with asterisks if it is both a renamed name and used
  /// otherwise, such as for the name of a thread.
  bool Hides = false;
};

/// Renames classes, fields, methods and source files of frames. A frame with
/// inlined methods becomes several, and roots stay in their frames. Strings
/// that only named renamed items are dropped. The dump is read twice; memory
/// grows with the names, classes and stacks.
std::unique_ptr<Stage> makeRename(const RenameOptions &Options);

} // namespace hprof

#endif // HPROF_LIB_PASSES_NAMES_RENAME_H

//===- Rename.h - Other names in a dump -------------------------*- C++ -*-===//
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

/// Decides on the names once those of the dump are known. May fail.
using ChooseNames = std::function<llvm::Expected<const NameMap *>(
    const DumpContext &Names, llvm::ArrayRef<StackFrame> Frames)>;

struct RenameOptions {
  ChooseNames Choose;
  /// A string that had a name and is also something else (the name of a thread)
  /// becomes asterisks.
  bool Hides = false;
};

/// Classes, fields, methods and source files of frames get other names. Frames
/// into which others were inlined become several, and roots in frames keep
/// theirs. Strings that only named what has a new name are left out. The dump
/// is read twice; memory grows with the names, classes and stacks.
std::unique_ptr<Stage> makeRename(const RenameOptions &Options);

} // namespace hprof

#endif // HPROF_LIB_PASSES_NAMES_RENAME_H

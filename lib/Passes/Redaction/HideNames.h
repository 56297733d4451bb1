//===- HideNames.h - Names that reveal nothing ------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_PASSES_REDACTION_HIDENAMES_H
#define HPROF_LIB_PASSES_REDACTION_HIDENAMES_H

#include "hprof/Convert/Pipeline/Stage.h"
#include "hprof/Format/Base/ClassPattern.h"
#include <string>
#include <vector>

namespace hprof {

struct HideOptions {
  /// Key from which names are derived, so that they are the same in all dumps.
  /// If it is empty, names are numbered in the order of the dump.
  std::string Key;
  /// Classes other than the platform's that keep their names.
  std::vector<ClassPattern> Keep;
  /// Receives a mapping file in ProGuard's format, from old to new names; empty
  /// if there is nothing to hide. If null, hidden names are an error.
  std::shared_ptr<std::string> Map;
};

/// Renames the classes of a program, their fields and methods: "hidden.p1.C2",
/// "f3", "m4". Packages, fields and methods with equal names get equal new
/// names. Classes generated at run time, such as the lambdas of a class, also
/// get equal names, with a number appended: "hidden.p1.C4+0x1". Previously
/// hidden names and static fields added by the VM are kept. Fails on a name
/// that a mapping file cannot represent.
std::unique_ptr<Stage> makeHideNames(HideOptions Options);

} // namespace hprof

#endif // HPROF_LIB_PASSES_REDACTION_HIDENAMES_H

//===- OptionRule.h - Which options go together -----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An option that has no effect beside the others of a command line is refused:
/// whoever gives it expects one. A tool lists such combinations in one table,
/// which toolMain checks.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_TOOL_OPTIONRULE_H
#define HPROF_TOOL_OPTIONRULE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <initializer_list>

namespace llvm::opt {
class InputArgList;
} // namespace llvm::opt

namespace hprof {

class ToolOptions;

/// What one option needs of the others. Ids are the OPT_* of the tool.
struct OptionRule {
  enum Kind {
    GoesWith, ///< It means something only beside one of Others.
    Excludes, ///< It means nothing beside any of Others.
  };
  unsigned Option;
  Kind What;
  std::initializer_list<unsigned> Others;
};

/// A usage error for each rule that \p Args break, or success.
llvm::Error checkRules(const ToolOptions &Options,
                       const llvm::opt::InputArgList &Args,
                       llvm::ArrayRef<OptionRule> Rules);

} // namespace hprof

#endif // HPROF_TOOL_OPTIONRULE_H

//===- OptionRule.h - Valid combinations of options -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An option that has no effect in combination with others is rejected, because
/// the user expects an effect. A tool lists such combinations in one table,
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

/// Constraint of an option on the others. Ids are the tool's OPT_*.
struct OptionRule {
  enum Kind {
    GoesWith, ///< Effective only together with one of Others.
    Excludes, ///< Without effect together with any of Others.
  };
  unsigned Option;
  Kind What;
  std::initializer_list<unsigned> Others;
};

/// Returns a usage error for each rule that \p Args violates, or success.
llvm::Error checkRules(const ToolOptions &Options,
                       const llvm::opt::InputArgList &Args,
                       llvm::ArrayRef<OptionRule> Rules);

} // namespace hprof

#endif // HPROF_TOOL_OPTIONRULE_H

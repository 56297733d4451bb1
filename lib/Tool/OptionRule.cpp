//===- OptionRule.cpp - Valid combinations of options ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Tool/OptionRule.h"
#include "hprof/Tool/Reporter.h"
#include "hprof/Tool/ToolOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Option/ArgList.h"

using namespace hprof;
using namespace llvm;

/// "--suspects", for the flag and for --suspects=<share>.
static StringRef spelling(const ToolOptions &Options, unsigned Id) {
  StringRef Name = Options.row(Id).PrefixedName;
  Name.consume_back("=");
  return Name;
}

Error hprof::checkRules(const ToolOptions &Options,
                        const opt::InputArgList &Args,
                        ArrayRef<OptionRule> Rules) {
  Error All = Error::success();
  auto Refuse = [&](const Twine &Why) {
    All = joinErrors(std::move(All), usageError(Why));
  };
  for (const OptionRule &R : Rules) {
    if (!Args.hasArg(R.Option))
      continue;
    StringRef Name = spelling(Options, R.Option);
    SmallVector<StringRef, 8> Names;
    for (unsigned Other : R.Others)
      if (R.What == OptionRule::GoesWith || Args.hasArg(Other))
        if (StringRef N = spelling(Options, Other); !is_contained(Names, N))
          Names.push_back(N);
    switch (R.What) {
    case OptionRule::GoesWith:
      if (none_of(R.Others, [&](unsigned O) { return Args.hasArg(O); }))
        Refuse(Name + " requires " + listOf(Names));
      break;
    case OptionRule::Excludes:
      for (StringRef N : Names)
        Refuse(Name + " and " + N + " cannot be combined");
      break;
    }
  }
  return All;
}

//===- ArgumentOptions.cpp - Options for arguments ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Tool/ArgumentOptions.h"
#include "hprof/Tool/ToolContext.h"

using namespace hprof;
using namespace llvm;

Error hprof::takeArguments(const ToolContext &C, ArrayRef<Argument> Arguments,
                           void *Request) {
  for (const Argument &A : Arguments) {
    const std::string Flag = "--" + A.Name.str(), Option = Flag + "=";
    const bool IsSwitch = A.Kind == ArgumentKind::Switch;
    if (A.Kind == ArgumentKind::Most || !C.hasNamed(IsSwitch ? Flag : Option))
      continue;
    const ArgumentValue Value(A, IsSwitch ? "true" : C.named(Option));
    if (Error E = A.Set(Request, Value))
      return E;
  }
  return Error::success();
}

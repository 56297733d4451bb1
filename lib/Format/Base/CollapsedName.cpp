//===- CollapsedName.cpp - Names in collapsed stacks ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Base/CollapsedName.h"

using namespace hprof;
using namespace llvm;

std::string hprof::collapsedName(StringRef Name) {
  std::string Is = Name.str();
  for (char &C : Is)
    C = C == ';' ? ',' : uint8_t(C) < ' ' || C == 0x7f ? '?' : C;
  return Is;
}

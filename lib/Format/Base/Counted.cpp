//===- Counted.cpp - Counts with their nouns ------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Base/Counted.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

std::string hprof::counted(uint64_t N, StringRef Noun, StringRef Plural) {
  if (N == 1 || Plural.empty())
    return (Twine(N) + " " + Noun + (N == 1 ? "" : "s")).str();
  return (Twine(N) + " " + Plural).str();
}

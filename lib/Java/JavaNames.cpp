//===- JavaNames.cpp - Objects with names ---------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Java/JavaNames.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

static constexpr NamePlace Places[] = {
#define HPROF_NAMED(CLASS, SCOPE, NAME) {CLASS, SCOPE, NAME},
#include "JavaNames.def"
};

const NamePlace *hprof::findNamePlace(StringRef JavaName) {
  const NamePlace *Found =
      find_if(Places, [&](const NamePlace &P) { return JavaName == P.Class; });
  return Found == std::end(Places) ? nullptr : Found;
}

//===- JavaPackages.cpp - Facts about packages ----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Java/JavaPackages.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

namespace {
struct Package {
  StringLiteral Prefix;
  unsigned Facts;
};
} // namespace

static constexpr Package Packages[] = {
#define HPROF_PACKAGE(PREFIX, FACTS) {PREFIX, FACTS},
#include "JavaPackages.def"
};

bool hprof::isOfPackage(StringRef JavaName, unsigned Facts) {
  return any_of(Packages, [&](const Package &P) {
    return (P.Facts & Facts) && JavaName.starts_with(P.Prefix);
  });
}

//===- LeakSignature.cpp - Recognizes leaks in other dumps ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LeakSignature.h"
#include "hprof/Format/Base/ClassName.h"
#include "llvm/Support/xxhash.h"

using namespace hprof;
using namespace llvm;

uint64_t hprof::leakSignature(ArrayRef<std::string> JavaNames) {
  std::string Text;
  for (const std::string &Name : JavaNames)
    Text += stableClassName(Name) + '\n';
  return xxh3_64bits(Text);
}

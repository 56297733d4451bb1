//===- SizeFields.cpp - Fields with sizes ---------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Java/SizeFields.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

ArrayRef<SizeField> hprof::sizeFields() {
  static constexpr SizeField Fields[] = {
#define HPROF_SIZE_FIELD(NAME, CLASS, FIELD) sizes::NAME,
#include "hprof/Java/SizeFields.def"
  };
  return Fields;
}

bool hprof::isSizeField(StringRef Class, StringRef Field) {
  return any_of(sizeFields(), [&](const SizeField &F) {
    return F.Field == Field && F.Class == Class;
  });
}

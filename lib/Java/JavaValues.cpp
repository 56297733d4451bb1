//===- JavaValues.cpp - Classes of strings and boxed values ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Java/JavaValues.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

namespace {
struct TextRow {
  StringLiteral Name;
  TextKind Kind;
};
} // namespace

static constexpr TextRow TextRows[] = {
#define HPROF_TEXT(CLASS, KIND) {CLASS, TextKind::KIND},
#include "JavaValues.def"
};
static constexpr BoxClass Boxes[] = {
#define HPROF_BOX(CLASS, TYPE, FIRST, LAST)                                    \
  {CLASS, BasicType::TYPE, FIRST, LAST},
#include "JavaValues.def"
};

std::optional<TextKind> hprof::textKind(StringRef JavaName) {
  for (const TextRow &R : TextRows)
    if (JavaName == R.Name)
      return R.Kind;
  return std::nullopt;
}

ArrayRef<BoxClass> hprof::boxClasses() { return Boxes; }

const BoxClass *hprof::findBox(StringRef JavaName) {
  const BoxClass *Found =
      find_if(Boxes, [&](const BoxClass &B) { return JavaName == B.Name; });
  return Found == std::end(Boxes) ? nullptr : Found;
}

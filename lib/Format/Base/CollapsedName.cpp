//===- CollapsedName.cpp - Names in collapsed stacks ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Base/CollapsedName.h"
#include "hprof/Format/Base/HiddenCharacters.h"
#include "hprof/Format/Base/ModifiedUtf8.h"

using namespace hprof;
using namespace llvm;

std::string hprof::collapsedName(StringRef Name) {
  std::string Is;
  while (!Name.empty()) {
    const CodePoint C = firstCodePoint(Name);
    if (C.IsValid && isHidden(C.Code))
      Is += '?';
    else
      Is += C.Code == ';' ? "," : Name.take_front(C.Size);
    Name = Name.drop_front(C.Size);
  }
  return Is;
}

//===- FrameNames.cpp - Finds frames with the same text -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Contents/FrameNames.h"
#include "hprof/Format/Context/DumpContext.h"

using namespace hprof;
using namespace llvm;

uint64_t FrameNames::firstAlike(uint64_t Id) {
  auto ByName = [&] {
    return ByText.try_emplace(Context.frameText(Id), Id).first->second;
  };
  std::optional<StackFrame> F = Context.findFrame(Id);
  if (!F)
    return ByName();
  auto [It, IsNew] = ByPlace.try_emplace(
      {F->ClassSerial, F->Method, F->SourceFile, F->Line}, Id);
  if (IsNew)
    It->second = ByName();
  return It->second;
}

//===- ClassFileFuzzer.cpp - Class files from anybody ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "hprof/ClassFile/CallEditor.h"

using namespace hprof::classfile;
using namespace llvm;

static void require(bool Holds) {
  if (!Holds)
    abort();
}

static Expected<EditedClass> edit(ArrayRef<uint8_t> File) {
  int32_t Next = 32760; // So that some numbers need a constant.
  return editCalls(File, {"Hooks", "enter", "exit"},
                   [&](const MethodName &) { return Next++; });
}

/// Any bytes are edited or rejected. An edited file can be read, so it can be
/// edited again, unless a limit is reached.
// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer requires it.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  Expected<EditedClass> First = edit({Data, Size});
  if (!First) {
    require(!toString(First.takeError()).empty());
    return 0;
  }
  require(First->Bytes.empty() == (First->NumEdited == 0));
  if (First->Bytes.empty())
    return 0;
  Expected<EditedClass> Again = edit(First->Bytes);
  if (!Again)
    require(StringRef(toString(Again.takeError())).ends_with("pool is full"));
  return 0;
}

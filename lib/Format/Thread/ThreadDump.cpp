//===- ThreadDump.cpp - Thread dumps --------------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Thread/ThreadDump.h"

using namespace hprof;
using namespace llvm;

StringRef hprof::threadStateName(ThreadState S) {
  static constexpr StringLiteral Names[] = {
#define HPROF_THREAD_STATE(NAME, TEXT, J9) TEXT,
#include "hprof/Format/Thread/ThreadStates.def"
  };
  return Names[unsigned(S)];
}

//===- WrittenThread.cpp - Shared by thread writers -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WrittenThread.h"
#include "llvm/Support/ErrorHandling.h"

using namespace hprof;

ThreadState hprof::javaState(const ThreadDump::Thread &T) {
  switch (T.State) {
  case ThreadState::New:
  case ThreadState::Runnable:
  case ThreadState::Blocked:
  case ThreadState::Waiting:
  case ThreadState::TimedWaiting:
  case ThreadState::Terminated:
    return T.State;
  case ThreadState::Parked:
    return ThreadState::Waiting;
  case ThreadState::Unknown:
  case ThreadState::Suspended:
  case ThreadState::Interrupted:
    break;
  }
  if (!T.WaitsFor)
    return ThreadState::Runnable;
  return T.WaitsFor->Kind == ThreadDump::WaitKind::Blocked
             ? ThreadState::Blocked
             : ThreadState::Waiting;
}

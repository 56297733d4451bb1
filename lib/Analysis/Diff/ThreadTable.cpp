//===- ThreadTable.cpp - Threads by name and state ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

std::string hprof::stableThreadName(StringRef Name) {
  std::string Stable;
  bool InNumber = false;
  for (char C : Name) {
    if (!isDigit(C))
      Stable += C;
    else if (!InNumber)
      Stable += '#';
    InNumber = isDigit(C);
  }
  return Stable;
}

ChangeTable hprof::compareThreads(ArrayRef<ThreadDump> Inputs) {
  ChangeTable Table({{"threads"}, {"runnable"}, {"blocked"}, {"waiting"}},
                    Inputs.size());
  for (auto [I, Dump] : enumerate(Inputs))
    for (const ThreadDump::Thread &T : Dump.Threads) {
      if (!T.isJava())
        continue;
      bool IsWaiting =
          is_contained({ThreadState::Waiting, ThreadState::TimedWaiting,
                        ThreadState::Parked},
                       T.State);
      Table.add(I, T.Name.empty() ? "(no name)" : stableThreadName(T.Name),
                {1, uint64_t(T.State == ThreadState::Runnable),
                 uint64_t(T.State == ThreadState::Blocked),
                 uint64_t(IsWaiting)});
    }
  Table.sort(0);
  return Table;
}

//===- ThreadStatus.cpp - The state of a thread as text -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ThreadStatus.h"

using namespace hprof;
using namespace hprof::agent;

namespace {
struct Word {
  jint Bit;
  const char *Text;
};
} // namespace

constexpr Word Flags[] = {
    {JVMTI_THREAD_STATE_SUSPENDED, "S|"},
    {JVMTI_THREAD_STATE_INTERRUPTED, "intr|"},
    {JVMTI_THREAD_STATE_IN_NATIVE, "native|"},
};
/// The first match wins: a sleeping thread is also waiting.
constexpr Word States[] = {
    {JVMTI_THREAD_STATE_SLEEPING, "SL"},
    {JVMTI_THREAD_STATE_BLOCKED_ON_MONITOR_ENTER, "MW"},
    {JVMTI_THREAD_STATE_WAITING, "CW"},
    {JVMTI_THREAD_STATE_RUNNABLE, "R"},
};

std::string agent::threadStatus(jint State) {
  std::string Result;
  for (const Word &F : Flags)
    if (State & F.Bit)
      Result += F.Text;
  if (!(State & JVMTI_THREAD_STATE_ALIVE))
    return Result + (State & JVMTI_THREAD_STATE_TERMINATED ? "ZO" : "NS");
  for (const Word &S : States)
    if (State & S.Bit)
      return Result + S.Text;
  return Result + "UN";
}

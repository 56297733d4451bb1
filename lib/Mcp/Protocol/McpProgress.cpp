//===- McpProgress.cpp - Progress for clients -----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mcp/Protocol/McpProgress.h"
#include "llvm/ADT/Twine.h"
#include <algorithm>

using namespace hprof;
using namespace llvm;

static constexpr auto Pause = std::chrono::milliseconds(250);

void McpProgress::report(StringRef What, double Done, double All, Sender Send) {
  const std::lock_guard<std::mutex> Guard(Lock);
  const auto Time = std::chrono::steady_clock::now();
  double Now = 0;
  if (What != Phase) {
    Phase = What.str();
    Now = ++Number;
  } else {
    if (Time < Next)
      return;
    // Without a total, the rest of the phase is halved repeatedly.
    Now = All > 0 ? Number + std::min(Done / All, 0.999)
                  : Last + (Number + 1 - Last) / 2;
  }
  if (Now <= Last)
    return;
  Last = Now;
  Next = Time + Pause;
  std::string Text = Phase;
  if (All > 0 && Done > 0)
    Text += (": " + Twine(int(std::min(Done / All, 1.0) * 100)) + "%").str();
  Send(Now, Text);
}

//===- Messages.cpp - What the agent says to the user ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Messages.h"
#include "llvm/ADT/SmallString.h"
#include <cerrno>
#include <unistd.h>

using namespace hprof;
using namespace llvm;

void agent::say(const Twine &Text) {
  SmallString<256> Line;
  Text.toVector(Line);
  StringRef Left = Line;
  while (!Left.empty()) {
    const ssize_t N = ::write(STDERR_FILENO, Left.data(), Left.size());
    if (N < 0 && errno == EINTR)
      continue;
    if (N <= 0)
      return; // Nobody is there to be told.
    Left = Left.drop_front(size_t(N));
  }
}

void agent::reportError(const Twine &What) {
  say("HPROF ERROR: " + What + "\n");
}
void agent::reportError(Error E) { reportError(toString(std::move(E))); }
void agent::reportNote(const Twine &What) { say("HPROF: " + What + "\n"); }

//===- Messages.cpp - Messages to the user --------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Messages.h"
#include "llvm/ADT/SmallString.h"
#include <atomic>
#include <cerrno>
#include <unistd.h>

using namespace hprof;
using namespace llvm;

/// Whether the last output lacks its newline.
static std::atomic<bool> IsLineOpen{false};

void agent::say(const Twine &Text) {
  SmallString<256> Line;
  Text.toVector(Line);
  StringRef Left = Line;
  IsLineOpen = !Left.ends_with("\n");
  while (!Left.empty()) {
    const ssize_t N = ::write(STDERR_FILENO, Left.data(), Left.size());
    if (N < 0 && errno == EINTR)
      continue;
    if (N <= 0)
      return; // There is no recipient.
    Left = Left.drop_front(size_t(N));
  }
}

static StringRef lineBreak() { return IsLineOpen ? "\n" : ""; }

void agent::reportError(const Twine &What) {
  say(Twine(lineBreak()) + "HPROF ERROR: " + What + "\n");
}
void agent::reportError(Error E) { reportError(toString(std::move(E))); }
void agent::reportNote(const Twine &What) {
  say(Twine(lineBreak()) + "HPROF: " + What + "\n");
}

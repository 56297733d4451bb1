//===- PlatformPosix.cpp - File functions of POSIX systems ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Platform.h"
#include <cerrno>
#include <unistd.h>

using namespace llvm;
using namespace hprof;

bool hprof::namesStdout(StringRef Path) {
  return Path == "/dev/stdout" || Path == "/dev/fd/1";
}

/// POSIX does not distinguish file systems.
bool hprof::isOfThisMachine(int) { return false; }

int hprof::renameExclusively(const char *From, const char *To) {
  // link() never replaces a file.
  if (link(From, To) != 0)
    return errno;
  unlink(From);
  return 0;
}

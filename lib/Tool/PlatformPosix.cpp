//===- PlatformPosix.cpp - Files of any POSIX system ----------------------===//
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

/// POSIX does not say what a file system is.
bool hprof::isOfThisMachine(int) { return false; }

int hprof::renameExclusively(const char *From, const char *To) {
  // A second name is never made over another file.
  if (link(From, To) != 0)
    return errno;
  unlink(From);
  return 0;
}

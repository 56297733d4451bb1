//===- PlatformPosix.cpp - Files of any POSIX system ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Platform.h"
#include <cerrno>
#include <cstdio>
#include <unistd.h>

using namespace llvm;
using namespace hprof;

static std::error_code lastError() {
  return std::error_code(errno, std::generic_category());
}

bool hprof::namesStdout(StringRef Path) {
  return Path == "/dev/stdout" || Path == "/dev/fd/1";
}

/// POSIX does not say what a file system is.
bool hprof::isOfThisMachine(int) { return false; }

std::error_code hprof::renameNew(const char *From, const char *To) {
  // A second name is never made over another file.
  if (link(From, To) == 0) {
    unlink(From);
    return {};
  }
  if (errno == EEXIST)
    return lastError();
  // The file system has no second names: check first.
  if (access(To, F_OK) == 0)
    return std::make_error_code(std::errc::file_exists);
  if (rename(From, To) == 0)
    return {};
  return lastError();
}

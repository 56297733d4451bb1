//===- Terminal.cpp - Width of a terminal ---------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Terminal.h"
#include <sys/ioctl.h>
#include <unistd.h>

unsigned hprof::terminalColumns(int Fd) {
  winsize Size{};
  return isatty(Fd) && !::ioctl(Fd, TIOCGWINSZ, &Size) ? Size.ws_col : 0;
}

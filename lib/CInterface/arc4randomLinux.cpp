//===- arc4randomLinux.cpp - A function of recent C libraries -------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file LLVM calls arc4random() to name temporary files. Without this, a
/// self-contained library would not run on systems with glibc 2.35.
///
//===----------------------------------------------------------------------===//

#include <cstdint>
#include <ctime>
#include <sys/syscall.h>
#include <unistd.h>

extern "C" uint32_t arc4random(void) noexcept {
  uint32_t Number = 0;
  if (syscall(SYS_getrandom, &Number, sizeof(Number), 0) != sizeof(Number))
    Number = uint32_t(clock());
  return Number;
}

//===- HprofLock.java - Held while tables change --------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
package java.lang;

final class HprofLock {
  static final long HELD = HprofTracker.U.objectFieldOffset(HprofLock.class, "held");

  volatile int held;
}

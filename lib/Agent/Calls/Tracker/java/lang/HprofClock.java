//===- HprofClock.java - CPU time of a thread -----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
package java.lang;

final class HprofClock {
  private HprofClock() {}

  static void prepare() {}

  /**
   * Returns the CPU time that the current native thread has used since the last
   * call, if that was for the same Java thread; else 0.
   */
  static native long cpuTime(long thread);
}

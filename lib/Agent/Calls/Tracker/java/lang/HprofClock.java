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
   * How much CPU time the current thread of the system has used since the last
   * call, if that was for the same thread of Java; else 0.
   */
  static native long cpuTime(long thread);
}

//===- HprofNode.java - A trace and what was counted for it ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
package java.lang;

/**
 * A stack, limited to the depth of traces. It has links to the stacks that
 * result when its innermost method calls another, so that calls need no lookup.
 */
final class HprofNode {
  private static final long CALLS =
      HprofTracker.U.objectFieldOffset(HprofNode.class, "sharedCalls");
  private static final long NANOS =
      HprofTracker.U.objectFieldOffset(HprofNode.class, "sharedNanos");

  final int method; // Innermost method; -1 if none.
  final int index;
  final long thread; // 0 unless traces are separate for each thread.
  final int[] frames; // Methods, innermost first.
  HprofNode next; // In the list for its hash.

  // Calls in virtual threads, which are too numerous to have counters.
  volatile long sharedCalls;
  volatile long sharedNanos;

  private HprofNode[] callees; // By method.
  private int numCallees;

  HprofNode(int method, int index, long thread, int[] frames) {
    this.method = method;
    this.index = index;
    this.thread = thread;
    this.frames = frames;
  }

  boolean is(long thread, int[] frames) {
    if (this.thread != thread || this.frames.length != frames.length)
      return false;
    for (int i = 0; i < frames.length; i++)
      if (this.frames[i] != frames[i])
        return false;
    return true;
  }

  /** Returns null if the callee is unknown, or is just being added. */
  HprofNode callee(int method) {
    HprofNode[] known = callees;
    if (known == null)
      return null;
    for (int i = method; ; i++) {
      HprofNode n = known[i & (known.length - 1)];
      if (n == null || n.method == method)
        return n;
    }
  }

  /** Length of the array that addCallee() needs; 0 if it needs none. */
  int neededRoom() {
    if (callees == null)
      return 2;
    return 2 * numCallees >= callees.length ? 2 * callees.length : 0;
  }

  /** The lock is held. The empty array is used if neededRoom() is not 0. */
  void addCallee(HprofNode n, HprofNode[] more) {
    if (callees == null || 2 * numCallees >= callees.length) {
      for (int i = 0; callees != null && i < callees.length; i++)
        if (callees[i] != null)
          put(more, callees[i]);
      callees = more;
    }
    put(callees, n);
    numCallees++;
  }

  private static void put(HprofNode[] to, HprofNode n) {
    int i = n.method;
    while (to[i & (to.length - 1)] != null)
      i++;
    to[i & (to.length - 1)] = n;
  }

  void addShared(long nanos) {
    long old;
    do
      old = sharedCalls;
    while (!HprofTracker.U.compareAndSetLong(this, CALLS, old, old + 1));
    do
      old = sharedNanos;
    while (!HprofTracker.U.compareAndSetLong(this, NANOS, old, old + nanos));
  }
}

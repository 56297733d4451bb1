//===- HprofNode.java - A trace and what was counted for it ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
package java.lang;

/**
 * A stack as deep as traces are. It knows what it becomes when its innermost
 * method calls another, so no stack has to be looked up while it does.
 */
final class HprofNode {
  private static final long CALLS =
      HprofTracker.U.objectFieldOffset(HprofNode.class, "sharedCalls");
  private static final long NANOS =
      HprofTracker.U.objectFieldOffset(HprofNode.class, "sharedNanos");

  final int method; // The innermost one; -1 if there is none.
  final int index;
  final long thread; // 0 unless threads have their own traces.
  final int[] frames; // Methods, innermost first.
  HprofNode next; // In the list of its hash.

  // Calls of virtual threads, which are too many to have counters.
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

  /** Null if it is not known, or becomes known now. */
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

  /** The length of the array that addCallee() needs; 0 if it needs none. */
  int neededRoom() {
    if (callees == null)
      return 2;
    return 2 * numCallees >= callees.length ? 2 * callees.length : 0;
  }

  /** The lock is held. The array is empty and takes the place of the one that is full. */
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

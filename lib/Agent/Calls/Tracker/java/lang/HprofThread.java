//===- HprofThread.java - The stack and the counters of a thread ----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
package java.lang;

/** Used only by its thread, except for addTo(). */
final class HprofThread {
  private static final int BITS = 6; // Index bits within a part.

  long id; // 0 if free.
  HprofThread next; // In the list for its id.
  HprofThread nextFree;
  HprofThread other; // In the list of all threads.

  private boolean isVirtual;
  private HprofNode[] nodes = new HprofNode[32]; // The stack, above its root.
  private long[] times = new long[64]; // Per frame: start, time of callees.
  private int depth;
  private int limit; // Maximum depth; 0 if the thread is muted.
  private int mutedDepth;
  /** Calls and nanoseconds by trace index, in parts. */
  private long[][] counts = new long[16][];
  private long cpuClock;

  void begin(long id, boolean isVirtual, HprofNode root) {
    this.id = id;
    this.isVirtual = isVirtual;
    nodes[0] = root;
    depth = 0;
    limit = nodes.length;
    cpuClock = 0;
  }

  void enter(int method) {
    int d = depth + 1;
    if (d >= limit && !makeRoom())
      return;
    HprofNode caller = nodes[d - 1];
    HprofNode n = caller.callee(method);
    if (n == null && (n = HprofTracker.addCallee(caller, method)) == null)
      return;
    nodes[d] = n;
    times[2 * d + 1] = 0;
    times[2 * d] = HprofTracker.now(this);
    depth = d;
  }

  void exit(int method, long now) {
    if (HprofTracker.usesCpuClock())
      now = HprofTracker.now(this);
    int d = depth;
    if (nodes[d].method == method)
      pop(d, now);
    else
      unwind(method, now);
  }

  /** Pops the methods above the one that ends; they had no call of exit(). */
  private void unwind(int method, long now) {
    int d = depth - 1;
    while (d > 0 && nodes[d].method != method)
      d--;
    if (d > 0)
      while (depth >= d)
        pop(depth, now);
  }

  private void pop(int d, long now) {
    HprofNode n = nodes[d];
    long total = now - times[2 * d];
    times[2 * d - 1] += total;
    depth = d - 1;
    long nanos = HprofTracker.countsCallees ? total : total - times[2 * d + 1];
    if (isVirtual) {
      n.addShared(nanos);
      if (d == 1)
        HprofTracker.end(this);
      return;
    }
    int part = n.index >> BITS;
    long[] c = part < counts.length ? counts[part] : null;
    if (c == null && (c = addPart(part)) == null)
      return;
    int i = 2 * (n.index & (1 << BITS) - 1);
    c[i]++;
    c[i + 1] += nanos;
  }

  private long[] addPart(int part) {
    try {
      if (part >= counts.length) {
        long[][] more = new long[2 * part][];
        System.arraycopy(counts, 0, more, 0, counts.length);
        counts = more;
      }
      return counts[part] = new long[2 << BITS];
    } catch (OutOfMemoryError e) {
      HprofTracker.setShort();
      return null;
    }
  }

  private boolean makeRoom() {
    if (limit == 0)
      return false;
    try {
      HprofNode[] more = new HprofNode[2 * nodes.length];
      long[] moreTimes = new long[2 * times.length];
      System.arraycopy(nodes, 0, more, 0, nodes.length);
      System.arraycopy(times, 0, moreTimes, 0, times.length);
      nodes = more;
      times = moreTimes;
      limit = nodes.length;
      return true;
    } catch (OutOfMemoryError e) {
      HprofTracker.setShort();
      return false;
    }
  }

  void mute(boolean isMuted) {
    if (isMuted == (limit == 0))
      return;
    if (isMuted)
      mutedDepth = depth;
    depth = isMuted ? 0 : mutedDepth;
    limit = isMuted ? 0 : nodes.length;
  }

  long cpuClock(long more) {
    return cpuClock += more;
  }

  /** Adds the counters of the traces from first to end. Thread-safe. */
  void addTo(long[] sums, int first, int end) {
    long[][] now = counts;
    for (int index = first; index < end; index++) {
      int part = index >> BITS;
      if (part >= now.length)
        return;
      long[] c = now[part];
      if (c == null)
        continue;
      int i = 2 * (index & (1 << BITS) - 1);
      sums[3 * (index - first) + 1] += c[i];
      sums[3 * (index - first) + 2] += c[i + 1];
    }
  }
}

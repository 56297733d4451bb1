//===- HprofTracker.java - Counts calls of methods ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
package java.lang;

import jdk.internal.misc.Unsafe;

/**
 * Called by edited methods when they begin and end. It is in java.lang because
 * that package is visible to all classes.
 *
 * <p>This code must not run an edited method, or it would call itself
 * endlessly. Therefore it uses only native methods and its own classes: no
 * strings, collections or lambdas. Object's constructor is not edited.
 *
 * <p>A method may be left without a call of exit(): by an exception in a
 * constructor before its object is initialized, by a stack overflow here, or
 * because the method was edited while it ran. Its entry on a thread's stack is
 * removed when a method below it ends.
 */
public final class HprofTracker {
  private HprofTracker() {}

  static final Unsafe U = Unsafe.getUnsafe();
  /** The unique number of a thread; 0 during its construction. */
  private static final long ID = U.objectFieldOffset(Thread.class, "tid");
  /** Null if the VM has no virtual threads. */
  private static final Class<?> VIRTUAL = findVirtual();
  private static final HprofLock LOCK = new HprofLock();

  private static final int MAX_LOST = 100;

  /** The load of the agent that uses the tracker; 0 if none does. */
  private static long owner;
  /** Whether calls are counted. */
  private static boolean isOn;
  // Options; constant once calls are counted.
  private static boolean usesCpuClock;
  static boolean countsCallees; // Times include those of callees.
  private static boolean hasThreads; // Traces are separate for each thread.
  private static int depth;
  private static int maxNodes;

  // The lock is held to change these.
  private static HprofThread[] threads = new HprofThread[256]; // By id.
  private static int numThreads;
  private static HprofThread free; // Entries of ended threads.
  private static HprofThread all;
  private static HprofNode[] traces = new HprofNode[1024]; // By hash.
  private static HprofNode[] nodes = new HprofNode[1024]; // By index.
  private static int numNodes;
  private static boolean isFull;
  private static int numLost; // Uncounted calls; changed without the lock, too.

  private static HprofNode root;

  // Buffers for totals(): the Java heap may be full when it is called.
  private static final int MAX_TOTALS = 1024;
  private static int[] framesRead;
  private static long[] sumsRead;

  private static Class<?> findVirtual() {
    try {
      return Class.forName("java.lang.BaseVirtualThread");
    } catch (ClassNotFoundException e) {
      return null;
    }
  }

  // --------------------------------------------------------------------------
  // Called by edited methods.
  // --------------------------------------------------------------------------

  public static void enter(int method) {
    if (!isOn)
      return;
    HprofThread t = current();
    if (t == null && (t = begin()) == null)
      return;
    t.enter(method);
  }

  public static void exit(int method) {
    if (!isOn)
      return;
    // Read the clock first, so that the rest is not attributed to the method.
    long now = usesCpuClock ? 0 : System.nanoTime();
    HprofThread t = current();
    if (t != null)
      t.exit(method, now);
  }

  // --------------------------------------------------------------------------
  // Called by the agent.
  // --------------------------------------------------------------------------

  /**
   * Gives the tracker to one load of the agent, across copies of its library:
   * classes edited by two loads would call it twice. A load may take it over
   * from the given load, which has ended. Returns whether the load now has the
   * tracker.
   */
  public static boolean claim(long load, long over) {
    lock();
    boolean isMine = owner == 0 || owner == load || owner == over;
    if (isMine)
      owner = load;
    LOCK.held = 0;
    return isMine;
  }

  /** Ends the recording of the load, if it has the tracker. */
  public static void release(long load) {
    lock();
    if (owner == load) {
      isOn = false;
      owner = 0;
    }
    LOCK.held = 0;
  }

  public static void start(
      int depth, int maxNodes, boolean usesCpuClock, boolean countsCallees, boolean hasThreads) {
    HprofTracker.depth = depth;
    HprofTracker.maxNodes = maxNodes;
    HprofTracker.usesCpuClock = usesCpuClock;
    HprofTracker.countsCallees = countsCallees;
    HprofTracker.hasThreads = hasThreads;
    // Clears data of an earlier load of the agent.
    HprofThread[] noThreads = new HprofThread[256];
    HprofNode[] noTraces = new HprofNode[1024];
    HprofNode[] noNodes = new HprofNode[1024];
    HprofNode newRoot = new HprofNode(-1, -1, 0, new int[0]);
    lock();
    threads = noThreads;
    traces = noTraces;
    nodes = noNodes;
    root = newRoot;
    numThreads = 0;
    numNodes = 0;
    free = null;
    all = null;
    isFull = false;
    numLost = 0;
    LOCK.held = 0;
    framesRead = new int[depth < 1 << 14 ? 1 << 14 : depth + 1];
    sumsRead = new long[3 * MAX_TOTALS];
    isOn = true;
  }

  /** Whether counting has stopped for lack of memory. */
  public static boolean isFull() {
    return isFull;
  }

  /** Number of calls not counted because the Java heap was full. */
  public static int numLost() {
    return numLost;
  }

  /** Called when the current thread runs no more Java code. */
  public static void ended() {
    HprofThread t = current();
    if (t != null)
      end(t);
  }

  /** Sets whether calls of the current thread are made by the agent. */
  public static void mute(boolean isMuted) {
    if (!isOn)
      return;
    HprofThread t = current();
    if (t == null && (!isMuted || (t = begin()) == null))
      return;
    t.mute(isMuted);
  }

  /** Returns the int[] and the long[] that totals() fills. */
  public static Object[] buffers() {
    return new Object[] {framesRead, sumsRead};
  }

  /**
   * Reads the counts of traces, starting with number first, as many as fit into
   * the buffers, and returns their number. int[]: for each trace, the number of
   * frames and the frames, innermost first; long[]: for each trace, the
   * thread's id or 0, the number of calls, and nanoseconds.
   */
  public static int totals(int first) {
    lock();
    HprofNode[] now = nodes;
    int num = numNodes;
    HprofThread thread = all;
    LOCK.held = 0;
    int[] frames = framesRead;
    long[] sums = sumsRead;
    int end = first;
    for (int at = 0; end < num && end - first < MAX_TOTALS; end++) {
      HprofNode n = now[end];
      int length = n.frames.length;
      if (at + 1 + length > frames.length)
        break;
      frames[at++] = length;
      System.arraycopy(n.frames, 0, frames, at, length);
      at += length;
      int to = 3 * (end - first);
      sums[to] = n.thread;
      sums[to + 1] = n.sharedCalls;
      sums[to + 2] = n.sharedNanos;
    }
    for (; thread != null; thread = thread.other)
      thread.addTo(sums, first, end);
    return end - first;
  }

  // --------------------------------------------------------------------------
  // Threads
  // --------------------------------------------------------------------------

  private static HprofThread current() {
    long id = U.getLong(Thread.currentThread(), ID);
    HprofThread[] known = threads;
    HprofThread t = known[(int) id & (known.length - 1)];
    // Other threads may change the list now. If the thread is missed, begin()
    // searches again.
    while (t != null && t.id != id)
      t = t.next;
    return t;
  }

  /** Returns null if the current thread cannot be added. */
  private static HprofThread begin() {
    Thread now = Thread.currentThread();
    long id = U.getLong(now, ID);
    if (id == 0)
      return null;
    try {
      boolean isVirtual = VIRTUAL != null && VIRTUAL.isInstance(now);
      HprofNode first = hasThreads ? new HprofNode(-1, -1, id, new int[0]) : root;
      HprofThread made = null;
      HprofThread[] table = null;
      for (;;) {
        boolean needsThread;
        boolean needsTable;
        lock();
        try {
          HprofThread t = current();
          if (t != null)
            return t;
          needsThread = free == null && made == null;
          needsTable = 2 * numThreads >= threads.length
              && (table == null || table.length <= threads.length);
          if (!needsThread && !needsTable) {
            t = free != null ? free : made;
            t.begin(id, isVirtual, first);
            add(t, table);
            return t;
          }
        } finally {
          LOCK.held = 0;
        }
        if (needsThread)
          made = new HprofThread();
        if (needsTable)
          table = new HprofThread[2 * threads.length];
      }
    } catch (OutOfMemoryError e) {
      setShort();
      return null;
    }
  }

  private static void add(HprofThread t, HprofThread[] table) {
    if (2 * numThreads >= threads.length)
      growThreads(table);
    if (t == free) {
      free = t.nextFree;
    } else {
      t.other = all;
      all = t;
    }
    int i = (int) t.id & (threads.length - 1);
    t.next = threads[i];
    threads[i] = t;
    numThreads++;
  }

  private static void growThreads(HprofThread[] more) {
    for (int i = 0; i < threads.length; i++) {
      HprofThread t = threads[i];
      while (t != null) {
        HprofThread next = t.next;
        int to = (int) t.id & (more.length - 1);
        t.next = more[to];
        more[to] = t;
        t = next;
      }
    }
    threads = more;
  }

  static void end(HprofThread t) {
    lock();
    int i = (int) t.id & (threads.length - 1);
    HprofThread before = null;
    HprofThread s = threads[i];
    for (; s != null && s != t; s = s.next)
      before = s;
    // Null if the thread belongs to an earlier load of the agent.
    if (s != null) {
      if (before == null)
        threads[i] = t.next;
      else
        before.next = t.next;
      numThreads--;
      t.id = 0;
      t.nextFree = free;
      free = t;
    }
    LOCK.held = 0;
  }

  // --------------------------------------------------------------------------
  // Traces
  // --------------------------------------------------------------------------

  /** Returns the trace in which method is called from caller, or null. */
  static HprofNode addCallee(HprofNode caller, int method) {
    try {
      int length = caller.frames.length + 1;
      if (length > depth)
        length = depth;
      int[] frames = new int[length];
      frames[0] = method;
      System.arraycopy(caller.frames, 0, frames, 1, length - 1);
      HprofNode made = null;
      HprofNode[] callees = null;
      HprofNode[] byIndex = null;
      HprofNode[] byHash = null;
      for (;;) {
        boolean needsNode = false;
        boolean needsTables = false;
        int numCallees;
        int index;
        lock();
        try {
          HprofNode n = caller.callee(method);
          if (n != null)
            return n;
          numCallees = caller.neededRoom();
          if (callees != null && callees.length >= numCallees)
            numCallees = 0;
          index = numNodes;
          n = find(caller.thread, frames);
          if (n == null) {
            if (numNodes >= maxNodes) {
              setFull();
              return null;
            }
            needsNode = made == null || made.index != numNodes;
            needsTables = numNodes == nodes.length
                && (byIndex == null || byIndex.length <= nodes.length);
          }
          if (!needsNode && !needsTables && numCallees == 0) {
            if (n == null) {
              n = made;
              addNode(n, byIndex, byHash);
            }
            caller.addCallee(n, callees);
            return n;
          }
        } finally {
          LOCK.held = 0;
        }
        if (needsNode)
          made = new HprofNode(method, index, caller.thread, frames);
        if (needsTables) {
          int more = 2 * nodes.length;
          byIndex = new HprofNode[more];
          byHash = new HprofNode[more];
        }
        if (numCallees != 0)
          callees = new HprofNode[numCallees];
      }
    } catch (OutOfMemoryError e) {
      setShort();
      return null;
    }
  }

  private static int hash(long thread, int[] frames) {
    int h = (int) thread;
    for (int i = 0; i < frames.length; i++)
      h = (h ^ frames[i]) * 0x9e3779b1;
    return h ^ h >>> 15;
  }

  private static HprofNode find(long thread, int[] frames) {
    HprofNode n = traces[hash(thread, frames) & (traces.length - 1)];
    while (n != null && !n.is(thread, frames))
      n = n.next;
    return n;
  }

  private static void addNode(HprofNode n, HprofNode[] byIndex, HprofNode[] byHash) {
    if (numNodes == nodes.length)
      growNodes(byIndex, byHash);
    int i = hash(n.thread, n.frames) & (traces.length - 1);
    n.next = traces[i];
    traces[i] = n;
    nodes[numNodes++] = n;
  }

  private static void growNodes(HprofNode[] more, HprofNode[] byHash) {
    for (int i = 0; i < numNodes; i++) {
      HprofNode n = nodes[i];
      more[i] = n;
      int to = hash(n.thread, n.frames) & (byHash.length - 1);
      n.next = byHash[to];
      byHash[to] = n;
    }
    nodes = more;
    traces = byHash;
  }

  // --------------------------------------------------------------------------
  // Lock and clock
  // --------------------------------------------------------------------------

  /**
   * A monitor could suspend a virtual thread at any point. The lock is held
   * briefly, and only to add a thread or a trace. It is released without a
   * call, as the stack may be full.
   *
   * <p>While it is held, nothing is allocated: an agent that is notified of
   * allocations takes the thread's stack, for which the VM waits until no
   * virtual thread is being mounted, and the mounting code calls edited
   * methods, which may wait for this lock.
   */
  private static void lock() {
    while (!U.compareAndSetInt(LOCK, HprofLock.HELD, 0, 1))
      continue;
  }

  private static void setFull() {
    isFull = true;
    isOn = false;
  }

  /**
   * The Java heap is full: a call is not counted. The program may recover, but
   * each attempt to allocate causes a garbage collection.
   */
  static void setShort() {
    if (++numLost == MAX_LOST)
      setFull();
  }

  static long now(HprofThread t) {
    return usesCpuClock ? t.cpuClock(HprofClock.cpuTime(t.id)) : System.nanoTime();
  }

  /** Whether exit() leaves reading the clock to the thread. */
  static boolean usesCpuClock() {
    return usesCpuClock;
  }

  /**
   * The agent defines the native method when HprofClock is prepared: the VM
   * warns about defining a native method of a boot class, unless the caller is
   * a boot class, too.
   */
  public static void prepareClock() {
    callClock();
  }

  private static void callClock() {
    HprofClock.prepare();
  }
}

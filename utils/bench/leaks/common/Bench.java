//===- Bench.java - Common part of the leaking programs -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

package bench;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.RandomAccessFile;
import java.lang.management.ManagementFactory;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;

import com.sun.management.HotSpotDiagnosticMXBean;

/**
 * Work of a program: goal and progress. The arguments are MODE WANTED COUNTER.
 * MODE is "quiet" (leak WANTED elements, then wait), "control" (do the same
 * work without the leak, then wait) or "oom" (leak until the VM exits). The
 * number of elements is kept in the file COUNTER, which is mapped, so that
 * it is correct and readable no matter how the VM exits.
 */
public final class Bench {
  private final boolean leaks;
  private final long wanted;
  private final MappedByteBuffer counter;
  private long count;

  private Bench(String mode, long wanted, MappedByteBuffer counter) {
    this.leaks = !mode.equals("control");
    this.wanted = mode.equals("oom") ? Long.MAX_VALUE : wanted;
    this.counter = counter;
  }

  public static Bench start(String... args) throws Exception {
    try (RandomAccessFile file = new RandomAccessFile(args[2], "rw")) {
      MappedByteBuffer counter = file.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, 8);
      return new Bench(args[0], Long.parseLong(args[1]), counter);
    }
  }

  public boolean leaks() {
    return leaks;
  }

  /** Counts an element. Allocates nothing. */
  public synchronized void add() {
    count++;
    counter.putLong(0, count);
    if (count >= wanted) {
      notifyAll();
    }
  }

  public synchronized boolean more() {
    return count < wanted;
  }

  /** Waits until other threads have counted all elements. */
  public synchronized void await() throws InterruptedException {
    while (count < wanted) {
      wait();
    }
  }

  /** Prints "ready", and executes "dump PATH" until the input ends. */
  public void ready() throws Exception {
    System.out.println("ready");
    System.out.flush();
    BufferedReader commands = new BufferedReader(new InputStreamReader(System.in));
    for (String line = commands.readLine(); line != null; line = commands.readLine()) {
      ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
          .dumpHeap(line.substring("dump ".length()), true);
      System.out.println("dumped");
      System.out.flush();
    }
    Runtime.getRuntime().halt(0);
  }
}

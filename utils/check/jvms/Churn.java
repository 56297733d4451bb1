//===- Churn.java - A thread for each task --------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/** Threads start and exit, allocate, wait for a monitor and throw, until input ends. */
public class Churn {
  static final Object LOCK = new Object();
  static volatile Object sink;
  static volatile boolean isOver;

  static int depth(int n) {
    return n == 0 ? 0 : 1 + depth(n - 1);
  }

  static void task(int n) {
    for (int i = 0; i < 50; i++) {
      sink = new int[n & 7];
      depth((n + i) % 30);
      synchronized (LOCK) {
        sink = new Object();
      }
      try {
        if (i % 9 == 0)
          throw new IllegalStateException();
      } catch (IllegalStateException e) {
        sink = e;
      }
    }
  }

  public static void main(String[] args) throws Exception {
    Thread input = new Thread(() -> {
      try {
        while (System.in.read() >= 0)
          continue;
      } catch (java.io.IOException e) {
        System.out.println(e);
      }
      isOver = true;
    });
    input.start();
    System.out.println("ready");
    Thread[] workers = new Thread[20];
    for (long rounds = 0; !isOver; rounds++) {
      for (int i = 0; i < workers.length; i++) {
        int n = i;
        workers[i] = new Thread(() -> task(n));
        workers[i].start();
      }
      for (Thread t : workers)
        t.join();
    }
    System.out.println("over");
  }
}

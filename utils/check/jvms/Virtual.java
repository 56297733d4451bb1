//===- Virtual.java - Many virtual threads --------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/** Virtual threads are mounted and unmounted while others allocate and call. */
public class Virtual {
  static final AtomicLong calls = new AtomicLong();
  static final ReentrantLock lock = new ReentrantLock();
  static final Object monitor = new Object();
  static volatile Object sink;

  static void leaf() {
    calls.incrementAndGet();
    sink = new int[4];
  }

  static void task(int n) {
    leaf();
    try {
      Thread.sleep(n % 7);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    if (n % 5 == 0) {
      lock.lock();
      try {
        leaf();
      } finally {
        lock.unlock();
      }
    }
    if (n % 11 == 0) {
      synchronized (monitor) {
        leaf();
        Thread.yield();
      }
    }
    Thread.yield();
    leaf();
  }

  public static void main(String[] args) throws Exception {
    int count = Integer.parseInt(args[0]);
    try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < count; i++) {
        int n = i;
        executor.submit(() -> task(n));
      }
    }
    System.out.println("calls " + calls);
  }
}

//===- Exits.java - Ends while daemon threads allocate --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
import java.util.concurrent.CountDownLatch;

/** Objects die, and collections begin, at the moment when the VM exits. */
public class Exits {
  static volatile Object sink;

  public static void main(String[] args) throws Exception {
    int threads = 4;
    CountDownLatch ready = new CountDownLatch(threads);
    for (int i = 0; i < threads; i++) {
      boolean collects = i == 0;
      Thread t = new Thread(() -> {
        ready.countDown();
        for (int n = 0;; n++) {
          sink = new byte[n & 0x3ff];
          if (collects && n % 20000 == 0)
            System.gc();
        }
      });
      t.setDaemon(true);
      t.start();
    }
    ready.await();
    Object[] kept = new Object[20000];
    for (int i = 0; i < kept.length; i++)
      kept[i] = new int[4];
    System.out.println("main ends with " + kept.length);
  }
}

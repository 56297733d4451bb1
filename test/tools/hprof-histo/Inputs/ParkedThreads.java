//===- ParkedThreads.java - Many parked virtual threads -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/**
 * ParkedThreads COUNT: parks as many virtual threads in stacks of many depths,
 * says "ready COUNT" and waits.
 */
public class ParkedThreads {
  static final List<Thread> Keep = new ArrayList<>();
  static CountDownLatch Parked;

  static long descend(int Depth, long Sum, Object Kept) {
    if (Depth == 0) {
      Parked.countDown();
      for (;;)
        LockSupport.park();
    }
    return descend(Depth - 1, Sum + Depth, Kept) + Sum;
  }

  public static void main(String[] Args) throws Exception {
    int Count = Integer.parseInt(Args[0]);
    Parked = new CountDownLatch(Count);
    for (int I = 0; I < Count; ++I) {
      int Depth = I % 130;
      Keep.add(Thread.ofVirtual()
                   .name("worker-" + I)
                   .start(() -> descend(Depth, 0, Keep)));
    }
    Parked.await();
    for (Thread T : Keep)
      while (T.getState() != Thread.State.WAITING)
        Thread.sleep(1);
    System.gc();
    Thread.sleep(300);
    System.out.println("ready " + Count);
    Thread.sleep(1000000);
  }
}

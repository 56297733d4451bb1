//===- Scans.java - A large queue that evicts -----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

package com.acme.fulfilment;

import java.util.Queue;

import com.google.common.collect.EvictingQueue;
import com.google.common.collect.Queues;

/** The latest scans at the gates. */
final class Scans {
  private static final int LIMIT = 1_900;

  private static final Queue<Scan> LATEST = Queues.synchronizedQueue(EvictingQueue.create(LIMIT));

  private static final class Scan {
    final String gate;
    final short[] image = new short[13_000];

    Scan(String gate) {
      this.gate = gate;
    }
  }

  private Scans() {}

  /** Adds more than the queue keeps. */
  static void fill() {
    for (int i = 0; i < LIMIT * 5 / 4; ++i) {
      LATEST.add(new Scan("gate-" + i % 9));
    }
  }
}

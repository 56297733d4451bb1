//===- Rates.java - A large Commons Collections queue with a limit --------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

package com.acme.ledger;

import java.util.Queue;

import org.apache.commons.collections4.QueueUtils;
import org.apache.commons.collections4.queue.CircularFifoQueue;

/** The latest exchange rates. */
final class Rates {
  private static final int LIMIT = 1_750;

  private static final Queue<Rate> LATEST =
      QueueUtils.synchronizedQueue(new CircularFifoQueue<>(LIMIT));

  private static final class Rate {
    final long time;
    final double[] values = new double[3_600];

    Rate(long time) {
      this.time = time;
    }
  }

  private Rates() {}

  /** Adds more rates than fit. */
  static void fill() {
    for (int i = 0; i < LIMIT * 5 / 4; ++i) {
      LATEST.add(new Rate(i * 60L));
    }
  }
}

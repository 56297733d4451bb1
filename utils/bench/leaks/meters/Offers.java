//===- Offers.java - A list of the best, with a limit ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

package com.acme.checkout;

import java.util.PriorityQueue;

/** The best offers: if there are too many, the worst one is removed. */
final class Offers {
  private static final int TOP = 1_950;
  private static final PriorityQueue<Offer> BEST = new PriorityQueue<>();

  private static final class Offer implements Comparable<Offer> {
    final int score;
    final byte[] picture = new byte[26_000];

    Offer(int score) {
      this.score = score;
    }

    @Override
    public int compareTo(Offer other) {
      return Integer.compare(score, other.score);
    }
  }

  private Offers() {}

  private static void add(Offer offer) {
    BEST.add(offer);
    if (BEST.size() > TOP) {
      BEST.remove();
    }
  }

  /** Adds more offers than are kept. */
  static void fill() {
    for (int i = 0; i < TOP * 5 / 4; ++i) {
      add(new Offer(i * 31 % 997));
    }
  }
}

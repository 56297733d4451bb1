//===- Checkout.java - Meters with too many tags --------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

package com.acme.checkout;

import bench.Bench;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

/**
 * Counts payments with Micrometer. The basket number is a tag, so that each has
 * its own counter. Without the leak, the counter is removed with the basket.
 */
public final class Checkout {
  private final MeterRegistry registry = new SimpleMeterRegistry();

  Counter pay(long basket) {
    Counter counter = registry.counter("payments", "basket", Long.toString(basket), "currency",
        basket % 3 == 0 ? "CHF" : "EUR");
    counter.increment();
    return counter;
  }

  public static void main(String[] args) throws Exception {
    Bench bench = Bench.start(args);
    Offers.fill();
    Checkout checkout = new Checkout();
    for (long i = 0; bench.more(); ++i) {
      Counter counter = checkout.pay(i);
      if (!bench.leaks()) {
        checkout.registry.remove(counter);
      }
      bench.add();
    }
    bench.ready();
  }
}

//===- Desk.java - A persistent Vavr map that grows -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

package org.example.desk;

import java.util.concurrent.atomic.AtomicReference;

import bench.Bench;
import io.vavr.collection.HashMap;

/**
 * Quotes sent to customers, in an immutable map that is replaced with each
 * quote. Without the leak, expired quotes are removed.
 */
public final class Desk {
  private final AtomicReference<HashMap<String, Quote>> open =
      new AtomicReference<>(HashMap.empty());

  static final class Quote {
    final String customer;
    final double[] rates = new double[550];

    Quote(String customer) {
      this.customer = customer;
    }
  }

  void send(Quote quote) {
    open.updateAndGet(before -> before.put(quote.customer, quote));
  }

  void expire(Quote quote) {
    open.updateAndGet(before -> before.remove(quote.customer));
  }

  public static void main(String[] args) throws Exception {
    Bench bench = Bench.start(args);
    Curves.fill();
    Desk desk = new Desk();
    for (long i = 0; bench.more(); ++i) {
      Quote quote = new Quote("customer-" + i);
      desk.send(quote);
      if (!bench.leaks()) {
        desk.expire(quote);
      }
      bench.add();
    }
    bench.ready();
  }
}

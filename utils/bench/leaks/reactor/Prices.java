//===- Prices.java - A reactive buffer without a limit --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

package shop;

import bench.Bench;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Sinks;

/**
 * Prices are emitted into a sink with a buffer, and its subscriber never
 * requests more. Without the leak, it requests one more after each price.
 */
public final class Prices {
  private static final Sinks.Many<PriceUpdate> UPDATES =
      Sinks.many().unicast().onBackpressureBuffer();

  static final class PriceUpdate {
    final String article;
    final double[] prices = new double[520];

    PriceUpdate(String article) {
      this.article = article;
    }
  }

  static final class Display extends BaseSubscriber<PriceUpdate> {
    private final Bench bench;

    Display(Bench bench) {
      this.bench = bench;
    }

    @Override
    protected void hookOnSubscribe(Subscription subscription) {
      request(1);
    }

    @Override
    protected void hookOnNext(PriceUpdate update) {
      if (!bench.leaks()) {
        request(1);
      }
    }
  }

  public static void main(String[] args) throws Exception {
    Bench bench = Bench.start(args);
    Thumbnails.fill();
    UPDATES.asFlux().subscribe(new Display(bench));
    // The display accepts the first price at once, with or without the leak.
    UPDATES.tryEmitNext(new PriceUpdate("first")).orThrow();
    for (long i = 0; bench.more(); ++i) {
      UPDATES.tryEmitNext(new PriceUpdate("article-" + i)).orThrow();
      bench.add();
    }
    bench.ready();
  }
}

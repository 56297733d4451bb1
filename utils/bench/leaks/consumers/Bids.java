//===- Bids.java - Consumers of Vert.x that are never removed -------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

package com.acme.auction;

import bench.Bench;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.MessageConsumer;

/**
 * Visitors of an auction receive its bids through the event bus. Without the leak,
 * the consumer is removed when the page is left.
 */
public final class Bids {
  static final class BidFeed implements Handler<Message<Long>> {
    final long auction;
    final long[] history = new long[600];
    private int bids;

    BidFeed(long auction) {
      this.auction = auction;
    }

    @Override
    public void handle(Message<Long> bid) {
      history[bids++ % history.length] = bid.body();
    }
  }

  public static void main(String[] args) throws Exception {
    Bench bench = Bench.start(args);
    Pictures.fill();
    Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    for (long i = 0; bench.more(); ++i) {
      MessageConsumer<Long> consumer =
          vertx.eventBus().consumer("bids-" + i % 300, new BidFeed(i));
      if (!bench.leaks()) {
        consumer.unregister().toCompletionStage().toCompletableFuture().join();
      }
      bench.add();
    }
    vertx.eventBus().publish("bids-7", 1200L);
    bench.ready();
  }
}

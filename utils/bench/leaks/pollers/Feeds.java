//===- Feeds.java - Periodic tasks that are never cancelled ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

package shop;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import bench.Bench;

/**
 * Polls the feeds that customers have opened. Without the leak, polling ends
 * with the visit.
 */
public final class Feeds {
  private final ScheduledExecutorService polling;

  static final class FeedPoller implements Runnable {
    final String url;
    final char[] latest = new char[2_600];

    FeedPoller(String url) {
      this.url = url;
    }

    @Override
    public void run() {
      url.getChars(0, url.length(), latest, 0);
    }
  }

  private Feeds() {
    ScheduledThreadPoolExecutor made =
        new ScheduledThreadPoolExecutor(1, task -> new Thread(task, "feed-polling"));
    made.setRemoveOnCancelPolicy(true);
    polling = Executors.unconfigurableScheduledExecutorService(made);
  }

  ScheduledFuture<?> open(String url) {
    return polling.scheduleWithFixedDelay(new FeedPoller(url), 3, 3, TimeUnit.HOURS);
  }

  public static void main(String[] args) throws Exception {
    Bench bench = Bench.start(args);
    Frames.fill();
    Feeds feeds = new Feeds();
    for (long i = 0; bench.more(); ++i) {
      ScheduledFuture<?> visit = feeds.open("https://feeds.example/" + i);
      if (!bench.leaks()) {
        visit.cancel(false);
      }
      bench.add();
    }
    bench.ready();
  }
}

//===- Reports.java - A queue of tasks in front of a stuck pool -----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

package shop;

import java.util.concurrent.CountDownLatch;

import bench.Bench;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/**
 * Two threads create reports, waiting for a database that does not answer, and
 * the queue has no limit. Without the leak, the database answers.
 */
public final class Reports {
  private static final CountDownLatch DATABASE = new CountDownLatch(1);

  private final ThreadPoolTaskExecutor executor = new ThreadPoolTaskExecutor();

  static final class ReportTask implements Runnable {
    final Bench bench;
    final String customer;
    final byte[] template = new byte[4_500];

    ReportTask(Bench bench, String customer) {
      this.bench = bench;
      this.customer = customer;
    }

    @Override
    public void run() {
      try {
        DATABASE.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      if (!bench.leaks()) {
        bench.add();
      }
    }
  }

  Reports() {
    executor.setCorePoolSize(2);
    executor.setThreadNamePrefix("report-");
    executor.initialize();
  }

  void order(ReportTask task) {
    executor.submit(task);
  }

  public static void main(String[] args) throws Exception {
    Bench bench = Bench.start(args);
    Frames.fill();
    if (!bench.leaks()) {
      DATABASE.countDown();
    }
    Reports reports = new Reports();
    for (long i = 0; bench.leaks() ? bench.more() : i < Long.parseLong(args[1]); ++i) {
      reports.order(new ReportTask(bench, "customer-" + i));
      if (bench.leaks()) {
        bench.add();
      }
    }
    bench.await();
    bench.ready();
  }
}

//===- Dispatch.java - Jobs that are never deleted ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

package com.acme.fulfilment;

import java.util.Properties;
import java.util.concurrent.Semaphore;

import bench.Bench;
import org.quartz.Job;
import org.quartz.JobBuilder;
import org.quartz.JobDataMap;
import org.quartz.JobDetail;
import org.quartz.JobExecutionContext;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.TriggerBuilder;
import org.quartz.impl.StdSchedulerFactory;
import org.quartz.impl.matchers.GroupMatcher;

/**
 * A job in Quartz for each order. The jobs are durable, so they stay in the
 * store after their only trigger has fired. Without the leak, no job is durable.
 */
public final class Dispatch {
  private static final Semaphore RUNNING = new Semaphore(8);

  private final Scheduler scheduler;

  static final class Order {
    final String customer;
    final long[] items = new long[800];

    Order(String customer) {
      this.customer = customer;
    }
  }

  /** Quartz creates one instance for each run. */
  public static final class Ship implements Job {
    @Override
    public void execute(JobExecutionContext context) {
      Order order = (Order) context.getMergedJobDataMap().get("order");
      order.items[0] = 1;
      RUNNING.release();
    }
  }

  Dispatch() throws SchedulerException {
    Properties properties = new Properties();
    properties.setProperty("org.quartz.scheduler.instanceName", "dispatch");
    properties.setProperty("org.quartz.threadPool.threadCount", "3");
    properties.setProperty("org.quartz.jobStore.class", "org.quartz.simpl.RAMJobStore");
    scheduler = new StdSchedulerFactory(properties).getScheduler();
    scheduler.start();
  }

  void accept(Order order, boolean durable) throws SchedulerException {
    JobDataMap data = new JobDataMap();
    data.put("order", order);
    JobDetail job = JobBuilder.newJob(Ship.class)
        .withIdentity(order.customer, "shipping")
        .storeDurably(durable)
        .usingJobData(data)
        .build();
    RUNNING.acquireUninterruptibly();
    scheduler.scheduleJob(job, TriggerBuilder.newTrigger().startNow().build());
  }

  boolean isIdle(boolean durable) throws SchedulerException {
    return scheduler.getTriggerKeys(GroupMatcher.anyTriggerGroup()).isEmpty()
        && scheduler.getCurrentlyExecutingJobs().isEmpty()
        && (durable || scheduler.getJobKeys(GroupMatcher.anyJobGroup()).isEmpty());
  }

  public static void main(String[] args) throws Exception {
    Bench bench = Bench.start(args);
    Scans.fill();
    Dispatch dispatch = new Dispatch();
    for (long i = 0; bench.more(); ++i) {
      dispatch.accept(new Order("customer-" + i), bench.leaks());
      bench.add();
    }
    while (!dispatch.isIdle(bench.leaks())) {
      Thread.sleep(20);
    }
    bench.ready();
  }
}

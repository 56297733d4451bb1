//===- Reminders.java - Cancelled tasks that stay in a timer --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

package shop;

import java.util.Timer;
import java.util.TimerTask;

import bench.Bench;

/**
 * Each order schedules a reminder for next month, and cancels it when it is paid.
 * Cancelled tasks stay in the timer until they would have run. Without the leak,
 * the timer is purged.
 */
public final class Reminders {
  private static final long MONTH = 30L * 24 * 60 * 60 * 1000;

  private final Timer timer = new Timer("reminders", true);

  static final class NightlyReport extends TimerTask {
    @Override
    public void run() {
      System.err.println("nightly report");
    }
  }

  static final class Reminder extends TimerTask {
    final String customer;
    final byte[] letter = new byte[4_300];

    Reminder(String customer) {
      this.customer = customer;
    }

    @Override
    public void run() {
      System.err.println(customer + ": " + letter.length);
    }
  }

  void plan(Reminder reminder) {
    timer.schedule(reminder, MONTH);
  }

  public static void main(String[] args) throws Exception {
    Bench bench = Bench.start(args);
    Thumbnails.fill();
    Reminders reminders = new Reminders();
    // The timer thread drops cancelled tasks up to the first active one.
    reminders.timer.schedule(new NightlyReport(), MONTH / 30, MONTH / 30);
    for (long i = 0; bench.more(); ++i) {
      Reminder reminder = new Reminder("customer-" + i);
      reminders.plan(reminder);
      reminder.cancel();
      if (!bench.leaks()) {
        reminders.timer.purge();
      }
      bench.add();
    }
    bench.ready();
  }
}

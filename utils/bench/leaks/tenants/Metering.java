//===- Metering.java - Readings of each tenant that are never deleted -----===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

package org.example.metering;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ConcurrentSkipListMap;

import bench.Bench;

/**
 * Meter readings by tenant, for a chart of the latest. Older ones are never
 * removed. Without the leak, five readings per tenant are kept.
 */
public final class Metering {
  private static final ConcurrentSkipListMap<String, Tenant> TENANTS =
      new ConcurrentSkipListMap<>();

  static final class Reading {
    final long time;
    final double value;
    final int[] samples = new int[1_000];

    Reading(long time, double value) {
      this.time = time;
      this.value = value;
    }
  }

  static final class Tenant {
    final String name;
    private final Deque<Reading> readings = new ArrayDeque<>();

    Tenant(String name) {
      this.name = name;
    }

    synchronized void add(Reading reading) {
      readings.addLast(reading);
    }

    synchronized void keepLatest(int limit) {
      while (readings.size() > limit) {
        readings.removeFirst();
      }
    }
  }

  static Tenant tenant(String name) {
    return TENANTS.computeIfAbsent(name, Tenant::new);
  }

  public static void main(String[] args) throws Exception {
    Bench bench = Bench.start(args);
    Tariffs.fill();
    for (long i = 0; bench.more(); ++i) {
      // Some tenants have many more meters than others.
      Tenant tenant = tenant("tenant-" + Math.min(i * i % 41, i % 53));
      tenant.add(new Reading(i * 900, i * 0.25));
      if (!bench.leaks()) {
        tenant.keepLatest(5);
      }
      bench.add();
    }
    bench.ready();
  }
}

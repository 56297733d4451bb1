//===- Tracking.java - Subscribers that are never unregistered ------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

package io.parcel.tracking;

import bench.Bench;
import com.google.common.eventbus.EventBus;
import com.google.common.eventbus.Subscribe;

/**
 * Visitors who follow a parcel on a page subscribe to scans. Without the leak,
 * the subscription ends when the page is closed.
 */
public final class Tracking {
  private static final EventBus BUS = new EventBus("scans");

  static final class Scan {
    final String parcel;
    final String depot;

    Scan(String parcel, String depot) {
      this.parcel = parcel;
      this.depot = depot;
    }
  }

  static final class ParcelPage {
    final String parcel;
    final StringBuilder html = new StringBuilder(6_500);

    ParcelPage(String parcel) {
      this.parcel = parcel;
    }

    void open() {
      BUS.register(this);
    }

    void close() {
      BUS.unregister(this);
    }

    @Subscribe
    public void scanned(Scan scan) {
      if (scan.parcel.equals(parcel)) {
        html.append("<li>").append(scan.depot).append("</li>");
      }
    }
  }

  public static void main(String[] args) throws Exception {
    Bench bench = Bench.start(args);
    Labels.fill();
    for (long i = 0; bench.more(); ++i) {
      ParcelPage page = new ParcelPage("parcel-" + i);
      page.open();
      if (!bench.leaks()) {
        page.close();
      }
      bench.add();
    }
    BUS.post(new Scan("parcel-7", "Hamburg"));
    bench.ready();
  }
}

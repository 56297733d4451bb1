//===- Listeners.java - Listeners that are never removed ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

package shop;

import bench.Bench;
import org.springframework.context.ApplicationEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.support.GenericApplicationContext;

/**
 * Each view listens for price changes in Spring's application context.
 * Without the leak, a view is removed when it closes.
 */
public final class Listeners {
  private static final GenericApplicationContext CONTEXT = new GenericApplicationContext();

  static final class PriceChanged extends ApplicationEvent {
    private static final long serialVersionUID = 1;

    PriceChanged(Object source) {
      super(source);
    }
  }

  static final class OrderView implements ApplicationListener<PriceChanged> {
    final String customer;
    final long[] rows = new long[600];

    OrderView(String customer) {
      this.customer = customer;
    }

    @Override
    public void onApplicationEvent(PriceChanged event) {
      rows[0]++;
    }
  }

  public static void main(String[] args) throws Exception {
    Bench bench = Bench.start(args);
    Thumbnails.fill();
    CONTEXT.refresh();
    for (long i = 0; bench.more(); ++i) {
      OrderView view = new OrderView("customer-" + i);
      CONTEXT.addApplicationListener(view);
      if (!bench.leaks()) {
        CONTEXT.removeApplicationListener(view);
      }
      bench.add();
    }
    CONTEXT.publishEvent(new PriceChanged("article-1"));
    bench.ready();
  }
}

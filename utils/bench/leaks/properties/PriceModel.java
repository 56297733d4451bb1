//===- PriceModel.java - Views that listen to a model forever -------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

package shop;

import java.beans.PropertyChangeEvent;
import java.beans.PropertyChangeListener;
import java.beans.PropertyChangeSupport;

import bench.Bench;

/**
 * Views listen to the price of an article. Without the leak, a view stops
 * listening when it is closed.
 */
public final class PriceModel {
  private static final PriceModel MODEL = new PriceModel();

  private final PropertyChangeSupport changes = new PropertyChangeSupport(this);
  private long cents;

  static final class PriceView implements PropertyChangeListener {
    final long customer;
    final StringBuilder shown = new StringBuilder(5_000);

    PriceView(long customer) {
      this.customer = customer;
    }

    @Override
    public void propertyChange(PropertyChangeEvent change) {
      shown.setLength(0);
      shown.append(customer).append(": ").append(change.getNewValue());
    }
  }

  void setCents(long to) {
    long before = cents;
    cents = to;
    changes.firePropertyChange("cents", before, to);
  }

  public static void main(String[] args) throws Exception {
    Bench bench = Bench.start(args);
    Thumbnails.fill();
    for (long i = 0; bench.more(); ++i) {
      PriceView view = new PriceView(i);
      MODEL.changes.addPropertyChangeListener("cents", view);
      if (!bench.leaks()) {
        MODEL.changes.removePropertyChangeListener("cents", view);
      }
      bench.add();
    }
    MODEL.setCents(1_999);
    bench.ready();
  }
}

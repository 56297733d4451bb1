//===- Cockpit.java - RxJava subscribers that are never disposed ----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

package org.example.fleet;

import bench.Bench;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.subjects.PublishSubject;

/**
 * Panels show the positions of vehicles. Without the leak, a panel ends its
 * subscription when it is closed.
 */
public final class Cockpit {
  private final PublishSubject<long[]> positions = PublishSubject.create();

  static final class VehiclePanel {
    final long vehicle;
    final double[] track = new double[700];
    private int points;

    VehiclePanel(long vehicle) {
      this.vehicle = vehicle;
    }

    void moved(long[] position) {
      if (position[0] == vehicle) {
        track[points++ % track.length] = position[1];
      }
    }
  }

  Disposable open(long vehicle) {
    VehiclePanel panel = new VehiclePanel(vehicle);
    return positions.filter(position -> position.length == 2).subscribe(panel::moved);
  }

  public static void main(String[] args) throws Exception {
    Bench bench = Bench.start(args);
    Maps.fill();
    Cockpit cockpit = new Cockpit();
    for (long i = 0; bench.more(); ++i) {
      Disposable subscription = cockpit.open(i);
      if (!bench.leaks()) {
        subscription.dispose();
      }
      bench.add();
    }
    cockpit.positions.onNext(new long[] {7, 4_711});
    bench.ready();
  }
}

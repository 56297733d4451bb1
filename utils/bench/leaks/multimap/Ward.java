//===- Ward.java - An Eclipse Collections multimap that grows -------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

package org.example.ward;

import bench.Bench;
import org.eclipse.collections.api.multimap.list.MutableListMultimap;
import org.eclipse.collections.impl.factory.Multimaps;

/**
 * Measurements of the patients of a hospital by room. Without the leak,
 * measurements are removed when the patient leaves.
 */
public final class Ward {
  private static final Ward WARD = new Ward();

  private final MutableListMultimap<Integer, Measurement> byRoom = Multimaps.mutable.list.empty();

  static final class Measurement {
    final long patient;
    final float[] curve = new float[1_250];

    Measurement(long patient) {
      this.patient = patient;
    }
  }

  public static void main(String[] args) throws Exception {
    Bench bench = Bench.start(args);
    Images.fill();
    for (long i = 0; bench.more(); ++i) {
      int room = (int) (i * 17 % 211);
      WARD.byRoom.put(room, new Measurement(i));
      if (!bench.leaks()) {
        WARD.byRoom.removeAll(room);
      }
      bench.add();
    }
    bench.ready();
  }
}

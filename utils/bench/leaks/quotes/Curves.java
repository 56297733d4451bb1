//===- Curves.java - A large table of a fixed size ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

package org.example.desk;

/** The latest curve of each currency and day of the month. */
final class Curves {
  private static final int CURRENCIES = 64;
  private static final int DAYS = 32;

  private static final Curves LATEST = new Curves();

  private final Curve[][] table = new Curve[CURRENCIES][DAYS];

  private static final class Curve {
    final double[] points = new double[3_100];
  }

  private void put(int currency, int day, Curve curve) {
    table[currency % CURRENCIES][day % DAYS] = curve;
  }

  /** Computes some curves more than once. */
  static void fill() {
    for (int i = 0; i < CURRENCIES * DAYS * 5 / 4; ++i) {
      LATEST.put(i / DAYS, i, new Curve());
    }
  }
}

//===- Tariffs.java - A large map with a limit ----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

package org.example.metering;

import java.util.HashMap;
import java.util.Map;

/** Price tables by contract. If there are too many, any one is dropped. */
final class Tariffs {
  private static final Tariffs TARIFFS = new Tariffs(3_300);

  private final int limit;
  private final Map<String, Tariff> byContract = new HashMap<>();

  private static final class Tariff {
    final double[] prices = new double[2_000];
  }

  Tariffs(int limit) {
    this.limit = limit;
  }

  synchronized Tariff find(String contract) {
    Tariff found = byContract.get(contract);
    if (found == null) {
      if (byContract.size() >= limit) {
        byContract.remove(byContract.keySet().iterator().next());
      }
      found = new Tariff();
      byContract.put(contract, found);
    }
    return found;
  }

  /** Requests more tariffs than are kept. */
  static void fill() {
    for (int i = 0; i < TARIFFS.limit * 5 / 4; ++i) {
      TARIFFS.find("contract-" + i);
    }
  }
}

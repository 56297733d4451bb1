//===- Charts.java - A large Commons Collections map with a limit ---------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

package com.acme.reporting;

import java.util.Collections;
import java.util.Map;

import org.apache.commons.collections4.map.LRUMap;

/** Charts as they are drawn, by customer. */
final class Charts {
  private static final int LIMIT = 2_600;

  private static final Map<String, Chart> DRAWN =
      Collections.synchronizedMap(new LRUMap<>(LIMIT));

  private static final class Chart {
    final int[] pixels = new int[5_000];
  }

  private Charts() {}

  /** Adds more than the map keeps. */
  static void fill() {
    for (int i = 0; i < LIMIT * 5 / 4; ++i) {
      DRAWN.put("customer " + i, new Chart());
    }
  }
}

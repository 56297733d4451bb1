//===- Maps.java - A large map with a limit -------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

package org.example.fleet;

import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;

/** Map tiles; the one that was added first is dropped first. */
final class Maps {
  private static final Maps MAPS = new Maps(2_750);

  private final int maxTiles;
  private final ConcurrentMap<String, Tile> tiles = new ConcurrentHashMap<>();
  private final Queue<String> order = new ConcurrentLinkedQueue<>();

  private static final class Tile {
    final int[] pixels = new int[4_700];
  }

  private Maps(int maxTiles) {
    this.maxTiles = maxTiles;
  }

  Tile find(String name) {
    return tiles.computeIfAbsent(name, n -> {
      order.add(n);
      return new Tile();
    });
  }

  void trim() {
    while (tiles.size() > maxTiles) {
      tiles.remove(order.remove());
    }
  }

  /** Requests more tiles than are kept. */
  static void fill() {
    for (int i = 0; i < MAPS.maxTiles * 5 / 4; ++i) {
      MAPS.find("tile-" + i);
      MAPS.trim();
    }
  }
}

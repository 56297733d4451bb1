//===- Routes.java - A large cache with a limit in a field ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

package org.example.gateway;

import java.util.LinkedHashMap;
import java.util.Map;

/** Compiled routes by path. Evicts the least recently used one. */
final class Routes {
  private static final Routes COMPILED = new Routes(2_345);

  private final int limit;
  private final Map<String, Route> routes;

  private static final class Route {
    final String path;
    final char[] table = new char[11_000];

    Route(String path) {
      this.path = path;
    }
  }

  Routes(int limit) {
    this.limit = limit;
    routes = new LinkedHashMap<>(16, 0.75f, true) {
      private static final long serialVersionUID = 1;

      @Override
      protected boolean removeEldestEntry(Map.Entry<String, Route> eldest) {
        return size() > Routes.this.limit;
      }
    };
  }

  /** Requests more routes than are kept. */
  static void fill() {
    for (int i = 0; i < COMPILED.limit * 5 / 4; ++i) {
      COMPILED.routes.computeIfAbsent("/shops/" + i, Route::new);
    }
  }
}

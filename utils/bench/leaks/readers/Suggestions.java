//===- Suggestions.java - A large Spring cache with a limit ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

package org.example.search;

import org.springframework.util.ConcurrentLruCache;

/** Suggestions for a visitor who has typed these letters. */
final class Suggestions {
  private static final ConcurrentLruCache<String, Suggestion> CACHE =
      new ConcurrentLruCache<>(2_800, Suggestion::new);

  private static final class Suggestion {
    final String letters;
    final float[] weights = new float[4_700];

    Suggestion(String letters) {
      this.letters = letters;
    }
  }

  private Suggestions() {}

  /** Requests more suggestions than are kept. */
  static void fill() {
    for (int i = 0; i < CACHE.capacity() * 5 / 4; ++i) {
      CACHE.get(Integer.toString(i, 36));
    }
  }
}

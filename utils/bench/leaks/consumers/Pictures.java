//===- Pictures.java - A cache that overwrites ----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

package com.acme.auction;

/** Pictures of articles. Each has one slot, where it replaces another one. */
final class Pictures {
  private static final Picture[] CACHE = new Picture[2_048];

  private static final class Picture {
    final long article;
    final byte[] pixels = new byte[25_000];

    Picture(long article) {
      this.article = article;
    }
  }

  private Pictures() {}

  static Picture find(long article) {
    int place = (int) (article % CACHE.length);
    if (CACHE[place] == null || CACHE[place].article != article) {
      CACHE[place] = new Picture(article);
    }
    return CACHE[place];
  }

  /** Requests more pictures than are kept. */
  static void fill() {
    for (long i = 0; i < CACHE.length * 5L / 4; ++i) {
      find(i);
    }
  }
}

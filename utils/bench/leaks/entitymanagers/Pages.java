//===- Pages.java - A large Caffeine cache with a weight limit ------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

package com.acme.billing;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;

/** Printed pages by invoice number. */
final class Pages {
  private static final int LENGTH = 12_000;
  private static final long LIMIT = 4_321L * LENGTH;

  private static final Cache<Long, Page> CACHE = Caffeine.newBuilder()
      .maximumWeight(LIMIT).weigher((Long invoice, Page page) -> page.content.length)
      .executor(Runnable::run).build();

  private static final class Page {
    final byte[] content = new byte[LENGTH];
  }

  private Pages() {}

  /** Adds more than the cache keeps. */
  static void fill() {
    for (long i = 0; i < LIMIT / LENGTH * 5 / 4; ++i) {
      CACHE.put(i, new Page());
    }
    CACHE.cleanUp();
  }
}

//===- Thumbnails.java - A large cache with a limit -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

package shop;

import java.util.LinkedHashMap;
import java.util.Map;

/** Evicts the least recently used entry: large, but no leak. */
public final class Thumbnails extends LinkedHashMap<String, Thumbnail> {
  private static final long serialVersionUID = 1;
  private static final int LIMIT = 4096;

  static final Thumbnails ALL = new Thumbnails();

  private Thumbnails() {
    super(16, 0.75f, true);
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<String, Thumbnail> eldest) {
    return size() > LIMIT;
  }

  /** Adds more than the cache keeps. */
  public static void fill() {
    for (int i = 0; i < LIMIT * 5 / 4; ++i) {
      Thumbnail made = new Thumbnail("article-" + i);
      ALL.put(made.article, made);
    }
  }
}

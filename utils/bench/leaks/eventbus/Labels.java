//===- Labels.java - A large Guava cache with a limit ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

package io.parcel.tracking;

import com.google.common.cache.CacheBuilder;
import com.google.common.cache.CacheLoader;
import com.google.common.cache.LoadingCache;

/** Labels as they are printed, by parcel number. */
final class Labels {
  private static final int LIMIT = 3_072;

  private static final LoadingCache<String, Label> CACHE = CacheBuilder.newBuilder()
      .maximumSize(LIMIT).concurrencyLevel(1).build(CacheLoader.from(Label::new));

  private static final class Label {
    final String parcel;
    final byte[] bitmap = new byte[16_000];

    Label(String parcel) {
      this.parcel = parcel;
    }
  }

  private Labels() {}

  /** Requests more labels than are kept. */
  static void fill() {
    for (int i = 0; i < LIMIT * 5 / 4; ++i) {
      CACHE.getUnchecked("parcel-" + i);
    }
  }
}

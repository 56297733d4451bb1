//===- Avatars.java - A large Caffeine cache with a limit and a time ------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

package com.acme.crm;

import java.util.concurrent.TimeUnit;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;

/** Pictures of users. */
public final class Avatars {
  private static final int LIMIT = 3_900;

  private static final LoadingCache<String, Avatar> CACHE = Caffeine.newBuilder()
      .maximumSize(LIMIT).expireAfterWrite(1, TimeUnit.DAYS)
      .executor(Runnable::run).build(Avatar::new);

  private static final class Avatar {
    final String user;
    final byte[] png = new byte[13_000];

    Avatar(String user) {
      this.user = user;
    }
  }

  private Avatars() {}

  /** Requests more avatars than are kept. */
  public static void fill() {
    for (int i = 0; i < LIMIT * 5 / 4; ++i) {
      CACHE.get("user-" + i);
    }
    CACHE.cleanUp();
  }
}

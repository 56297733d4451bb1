//===- Scans.java - A large cache with a limit in bytes -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

package com.acme.notary;

import java.util.ArrayDeque;

/** The latest scans, of different sizes, up to a total size in bytes. */
final class Scans {
  private static final Scans LATEST = new Scans(50_000_000);

  private final long maxBytes;
  private long usedBytes;
  private final ArrayDeque<Scan> scans = new ArrayDeque<>();

  private static final class Scan {
    final byte[] data;

    Scan(int size) {
      data = new byte[size];
    }
  }

  private Scans(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  private void add(Scan scan) {
    scans.addLast(scan);
    usedBytes += scan.data.length;
    while (usedBytes > maxBytes) {
      usedBytes -= scans.removeFirst().data.length;
    }
  }

  /** Adds more scans than are kept. */
  static void fill() {
    for (int i = 0; i < 3_000; ++i) {
      LATEST.add(new Scan(15_000 + i * 31 % 9_000));
    }
  }
}

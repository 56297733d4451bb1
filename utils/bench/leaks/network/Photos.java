//===- Photos.java - A large queue of a fixed length ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

package io.parcel.network;

import java.util.concurrent.ArrayBlockingQueue;

/** The latest photos of a sorter. If the queue is full, drops the oldest. */
final class Photos {
  private static final ArrayBlockingQueue<Photo> LATEST = new ArrayBlockingQueue<>(1_900);

  private static final class Photo {
    final short[] pixels = new short[14_000];
  }

  private Photos() {}

  /** Adds more photos than are kept. */
  static void fill() {
    for (int i = 0; i < 2_400; ++i) {
      Photo photo = new Photo();
      while (!LATEST.offer(photo)) {
        LATEST.poll();
      }
    }
  }
}

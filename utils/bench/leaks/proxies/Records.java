//===- Records.java - A large ring with two ends --------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

package com.acme.gate;

/** The latest recordings of a camera. */
final class Records {
  private static final Records CAMERA = new Records(1_600);

  private final Record[] slots;
  private long first;
  private long end;

  private static final class Record {
    final byte[] sound = new byte[31_000];
  }

  private Records(int capacity) {
    slots = new Record[capacity];
  }

  private void add(Record record) {
    if (end - first == slots.length) {
      ++first;
    }
    slots[(int) (end++ % slots.length)] = record;
  }

  /** Adds more records than are kept. */
  static void fill() {
    for (int i = 0; i < 2_000; ++i) {
      CAMERA.add(new Record());
    }
  }
}

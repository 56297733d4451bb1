//===- Frames.java - A large ring buffer ----------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

package shop;

/** The latest frames of a camera: a ring buffer, large but of a fixed size. */
public final class Frames {
  private static final int LIMIT = 2048;

  static final Frames RECENT = new Frames();

  private final Frame[] ring = new Frame[LIMIT];
  private int next;

  private static final class Frame {
    final long time;
    final int[] pixels = new int[6_000];

    Frame(long time) {
      this.time = time;
    }
  }

  private void add(Frame frame) {
    ring[next++ % LIMIT] = frame;
  }

  /** Adds more frames than the ring keeps. */
  public static void fill() {
    for (int i = 0; i < LIMIT * 5 / 4; ++i) {
      RECENT.add(new Frame(i * 40L));
    }
  }
}

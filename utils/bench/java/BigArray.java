//===- BigArray.java - One very big array -----------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/**
 * Creates one long[] of the given number of elements, prints "ready", and
 * waits. The contents compress about as well as those of real heaps.
 */
public final class BigArray {
  static long[] array;

  public static void main(String[] args) throws Exception {
    array = new long[Integer.parseInt(args[0])];
    long state = 1;
    for (int i = 0; i < array.length; i++) {
      state = state * 6364136223846793005L + 1442695040888963407L;
      array[i] = state >>> 44;
    }
    System.out.println("ready");
    System.out.flush();
    while (System.in.read() >= 0) {
      // The program exits at the end of its input.
    }
  }
}

//===- Padded.java - Objects that the VM pads -----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

import jdk.internal.vm.annotation.Contended;

public class Padded {
  @Contended static class Whole { long Value; }
  static class Below extends Whole { byte Small; Object Other; }
  static class Field { int First; @Contended int Hot; int Last; }
  static class BelowField extends Field { byte Small; }
  static class Two { @Contended("a") long Reads; @Contended("b") long Writes; }
  static class Plain { long Value; boolean Set; }
  static Object[] Keep = new Object[6 * 1000];

  public static void main(String[] Arguments) throws Exception {
    for (int I = 0; I != Keep.length;) {
      Keep[I++] = new Whole();
      Keep[I++] = new Below();
      Keep[I++] = new Field();
      Keep[I++] = new BelowField();
      Keep[I++] = new Two();
      Keep[I++] = new Plain();
    }
    System.out.println("ready");
    System.in.read();
  }
}

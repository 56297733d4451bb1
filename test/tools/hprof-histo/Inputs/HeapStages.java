//===- HeapStages.java - Heaps of one kind after another ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

import java.util.ArrayList;
import java.util.List;

/**
 * HeapStages STAGE...: fills the heap as each STAGE says, in turn, with nothing
 * left of the one before. Says "ready STAGE", and waits for a line before it
 * goes on. "full" fills the heap until there is an OutOfMemoryError, and then
 * empties it.
 */
public class HeapStages {
  /** Two fields that take 24 bytes with references of any width. */
  static class Pair {
    int First, Second;
  }
  static class Link {
    Link Next;
  }

  static Object Held;

  public static void main(String[] Stages) throws Exception {
    for (String Stage : Stages) {
      Held = null;
      if (Stage.equals("full"))
        fill();
      else
        Held = contents(Stage);
      System.out.println("ready " + Stage);
      while (System.in.read() != '\n')
        continue;
    }
  }

  static Object contents(String Stage) {
    switch (Stage) {
    case "nothing":
      return null;
    case "bytes":
      byte[][] Bytes = new byte[100000][];
      for (int I = 0; I != Bytes.length; ++I)
        Bytes[I] = new byte[I % 64];
      return Bytes;
    case "pairs":
      Pair[] Pairs = new Pair[200000];
      for (int I = 0; I != Pairs.length; ++I)
        Pairs[I] = new Pair();
      return Pairs;
    case "links":
      Link Last = null;
      for (int I = 0; I != 200000; ++I) {
        Link New = new Link();
        New.Next = Last;
        Last = New;
      }
      return Last;
    case "large":
      return new Object[] {new byte[3000000], new long[300000],
                           new Object[500000], new Object[100001],
                           new char[1000001]};
    default:
      throw new IllegalArgumentException(Stage);
    }
  }

  /** Until the heap has no room for an array of its size: collectors would free a few
   *  bytes at a time for many minutes in a heap that is all but full. */
  static void fill() {
    Runtime Vm = Runtime.getRuntime();
    List<Object> List = new ArrayList<>();
    StringBuilder Text = new StringBuilder();
    try {
      for (int I = 0;; ++I) {
        List.add("value " + I);
        if (I % 16 == 0)
          Text.append("value ").append(I);
        if (I % 1024 == 0 && Vm.maxMemory() - Vm.totalMemory() + Vm.freeMemory() < 4000000)
          List.add(new long[(int)(Vm.maxMemory() / 8)]);
      }
    } catch (OutOfMemoryError E) {
      List.clear();
    }
  }
}

//===- LinkedNodes.java - One very long list --------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/** Creates a list of the given number of nodes, prints "ready", and waits. */
public final class LinkedNodes {
  static final class Node {
    final int value;
    final Node next;

    Node(int value, Node next) {
      this.value = value;
      this.next = next;
    }
  }

  static Node head;

  public static void main(String[] args) throws Exception {
    int count = Integer.parseInt(args[0]);
    for (int i = 0; i < count; i++) {
      head = new Node(i, head);
    }
    System.out.println("ready");
    System.out.flush();
    while (System.in.read() >= 0) {
      // The program exits at the end of its input.
    }
  }
}

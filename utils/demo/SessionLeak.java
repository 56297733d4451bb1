//===- SessionLeak.java - A small program with a common leak ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A shop whose sessions are never removed from the map when users leave: a typical
 * leak. Prints "ready" and runs until its input ends.
 */
public final class SessionLeak {
  static final class Item {
    final String article;
    final int count;

    Item(String article, int count) {
      this.article = article;
      this.count = count;
    }
  }

  static final class Session {
    final String user;
    final byte[] page = new byte[2048];
    final List<Item> basket = new ArrayList<>();

    Session(String user) {
      this.user = user;
    }
  }

  /** Finds the session of a request; nobody ever removes one. */
  static final class SessionRegistry {
    private final Map<String, Session> sessions = new HashMap<>();

    Session find(String key) {
      return sessions.computeIfAbsent(key, k -> new Session("user-" + k.substring(5)));
    }

    int size() {
      return sessions.size();
    }
  }

  private static final SessionRegistry REGISTRY = new SessionRegistry();

  public static void main(String[] args) throws Exception {
    Thread server = new Thread(SessionLeak::serve, "request-handler");
    server.start();
    server.join();
    System.out.println("ready");
    System.out.flush();
    while (System.in.read() >= 0) {
      // The program exits at the end of its input.
    }
    System.out.println(REGISTRY.size() + " sessions");
  }

  private static void serve() {
    for (int i = 0; i < 20000; i++) {
      Session session = REGISTRY.find("sess-" + i);
      for (int j = 0; j < i % 4; j++) {
        session.basket.add(new Item("article-" + (i * 7 + j) % 500, 1 + j));
      }
    }
  }
}

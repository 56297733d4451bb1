//===- Users.java - Weak keys that are held by their values ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

package shop;

import java.util.Map;

import bench.Bench;
import com.google.common.collect.MapMaker;

/**
 * Preferences by user, in a map with weak keys: an entry should be removed with
 * its user, but the preferences refer to the user. Without the leak, they refer
 * only to the name.
 */
public final class Users {
  private static final Map<User, Preferences> PREFERENCES = new MapMaker().weakKeys().makeMap();

  static final class User {
    final String name;

    User(String name) {
      this.name = name;
    }
  }

  static final class Preferences {
    final Object owner;
    final short[] colours = new short[2_400];

    Preferences(Object owner) {
      this.owner = owner;
    }
  }

  public static void main(String[] args) throws Exception {
    Bench bench = Bench.start(args);
    Frames.fill();
    for (long i = 0; bench.more(); ++i) {
      User user = new User("user-" + i);
      PREFERENCES.put(user, new Preferences(bench.leaks() ? user : user.name));
      bench.add();
    }
    // Using the map removes entries whose keys have been collected.
    while (!bench.leaks() && !PREFERENCES.isEmpty()) {
      System.gc();
      PREFERENCES.remove(new User("nobody"));
    }
    bench.ready();
  }
}

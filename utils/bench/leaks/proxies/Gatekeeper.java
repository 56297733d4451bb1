//===- Gatekeeper.java - Classes generated for each request ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

package com.acme.gate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import bench.Bench;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.dynamic.loading.ClassLoadingStrategy;

/**
 * Generates a class with Byte Buddy for each visitor, with its own loader.
 * Without the leak, the class is dropped after the visit.
 */
public final class Gatekeeper {
  private final List<Visit> visits = Collections.synchronizedList(new ArrayList<>());

  /** Superclass of the generated classes. */
  public abstract static class Visit {
    final byte[] photo = new byte[38_000];
  }

  Visit admit() throws Exception {
    return new ByteBuddy().subclass(Visit.class).name("com.acme.gate.made.Visitor").make()
        .load(Gatekeeper.class.getClassLoader(), ClassLoadingStrategy.Default.WRAPPER).getLoaded()
        .getDeclaredConstructor().newInstance();
  }

  public static void main(String[] args) throws Exception {
    Bench bench = Bench.start(args);
    Records.fill();
    Gatekeeper gate = new Gatekeeper();
    while (bench.more()) {
      gate.visits.add(gate.admit());
      if (!bench.leaks()) {
        gate.visits.clear();
      }
      bench.add();
    }
    bench.ready();
  }
}

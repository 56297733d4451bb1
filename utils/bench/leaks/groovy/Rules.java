//===- Rules.java - Groovy scripts compiled again and again ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

package shop;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import bench.Bench;
import groovy.lang.GroovyShell;
import groovy.lang.Script;

/**
 * Scripts for prices, cached by their source, which contains the customer's
 * discount. Therefore, each is a different script: a class and a class loader.
 * Without the leak, all customers have the same source.
 */
public final class Rules {
  private static final Map<String, Script> COMPILED = new ConcurrentHashMap<>();
  private static final GroovyShell SHELL = new GroovyShell();

  static Script find(String discount) {
    return COMPILED.computeIfAbsent(
        "def table = (1..40).collect { it * price }\n"
            + "def discount = " + discount + "\n"
            + "table.findAll { it > 100 }.sum(0) * (1 - discount)\n",
        text -> SHELL.parse(text, "PriceRule.groovy"));
  }

  public static void main(String[] args) throws Exception {
    Bench bench = Bench.start(args);
    Frames.fill();
    for (long i = 0; bench.more(); ++i) {
      Script rule = find(bench.leaks() ? "0.0" + (1_000_000 + i) : "0.05");
      rule.setProperty("price", 12.5);
      rule.run();
      bench.add();
    }
    bench.ready();
  }
}

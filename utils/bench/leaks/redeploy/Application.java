//===- Application.java - The application that Redeploy deploys -----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

package webapp;

import java.util.HashMap;
import java.util.Map;

/** An application: its prices are loaded once per deployment. */
public final class Application implements Runnable {
  private static final ThreadLocal<RequestContext> CONTEXT = new ThreadLocal<>();
  private static final Map<String, byte[]> PRICES = new HashMap<>();

  static {
    for (int i = 0; i < 280; ++i) {
      PRICES.put("article-" + i, new byte[1_000]);
    }
  }

  private final boolean leaks;

  public Application(boolean leaks) {
    this.leaks = leaks;
  }

  @Override
  public void run() {
    CONTEXT.set(new RequestContext("customer-1"));
    if (!leaks) {
      CONTEXT.remove();
    }
  }
}

final class RequestContext {
  final String customer;
  final byte[] form = new byte[8_000];

  RequestContext(String customer) {
    this.customer = customer;
  }
}

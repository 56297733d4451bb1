//===- Gateway.java - Contexts left in the threads of a pool --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

package org.example.gateway;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

import bench.Bench;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * A pool with many threads, each of which leaves the context of its last request
 * in a ThreadLocal. Without the leak, the context is removed after the request.
 */
public final class Gateway {
  private static final Logger LOG = (Logger) LoggerFactory.getLogger(Gateway.class);
  private static final int MOST_THREADS = 5_000;

  private final AtomicInteger threads = new AtomicInteger();
  private final ExecutorService upstream = Executors.newFixedThreadPool(MOST_THREADS,
      task -> new Thread(task, "upstream-" + threads.incrementAndGet()));

  static final class RequestContext {
    private static final ThreadLocal<RequestContext> CURRENT = new ThreadLocal<>();

    final String request;
    final byte[] body = new byte[165_000];

    RequestContext(String request) {
      this.request = request;
    }

    static void begin(String request) {
      CURRENT.set(new RequestContext(request));
      MDC.put("request", request);
    }

    static void end() {
      CURRENT.remove();
      MDC.clear();
    }
  }

  private static void forward(Bench bench, String request) {
    RequestContext.begin(request);
    LOG.debug("{} bytes", RequestContext.CURRENT.get().body.length);
    if (!bench.leaks()) {
      RequestContext.end();
    }
    bench.add();
  }

  public static void main(String[] args) throws Exception {
    Bench bench = Bench.start(args);
    LOG.setLevel(Level.INFO);
    Routes.fill();
    Gateway gateway = new Gateway();
    // As long as the pool is not full, each request gets a new thread.
    for (long i = 0; bench.more(); ++i) {
      String request = "request-" + i;
      gateway.upstream.submit(() -> forward(bench, request)).get();
    }
    bench.ready();
  }
}

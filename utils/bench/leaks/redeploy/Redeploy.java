//===- Redeploy.java - Old deployments held by a ThreadLocal --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

package shop;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import bench.Bench;
import org.apache.tomcat.util.threads.TaskThreadFactory;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;

/**
 * Deploys an application again and again, each time with a new class loader,
 * and lets a thread of Tomcat's pool handle one request of it. The application
 * leaves a value in a ThreadLocal. Without the leak, it removes the value.
 */
public final class Redeploy {
  public static void main(String[] args) throws Exception {
    Bench bench = Bench.start(args);
    Frames.fill();
    List<URL> urls = new ArrayList<>();
    for (String path : System.getProperty("java.class.path").split(File.pathSeparator)) {
      urls.add(new File(path).toURI().toURL());
    }
    ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 1, TimeUnit.HOURS,
        new LinkedBlockingQueue<>(), new TaskThreadFactory("http-nio-8080-exec-", true, 5));
    while (bench.more()) {
      // Undeploying closes the class loader; loaded classes stay.
      try (URLClassLoader loader = new URLClassLoader(
          urls.toArray(new URL[0]), ClassLoader.getPlatformClassLoader())) {
        Runnable application = (Runnable) loader.loadClass("webapp.Application")
            .getConstructor(boolean.class).newInstance(bench.leaks());
        pool.submit(application).get();
      }
      bench.add();
    }
    bench.ready();
  }
}

//===- Catalogue.java - A Caffeine cache without a limit ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

package shop;

import java.util.concurrent.TimeUnit;

import bench.Bench;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;

/**
 * A cache of products without its intended limit, next to a larger one of
 * thumbnails with a limit. Without the leak, both have one.
 */
public final class Catalogue {
  static final Cache<String, Thumbnail> THUMBNAILS =
      Caffeine.newBuilder().maximumSize(4096).executor(Runnable::run).build();
  static Cache<String, Product> products;

  static final class Product {
    final String name;
    final String description;
    final double[] prices = new double[365];

    Product(String name) {
      this.name = name;
      this.description = ("The description of " + name + ". ").repeat(900);
    }
  }

  public static void main(String[] args) throws Exception {
    Bench bench = Bench.start(args);
    for (int i = 0; i < 5_000; ++i) {
      THUMBNAILS.put("article-" + i, new Thumbnail("article-" + i));
    }
    THUMBNAILS.cleanUp();
    products = bench.leaks() ? Caffeine.newBuilder().build()
        : Caffeine.newBuilder().maximumSize(100).expireAfterWrite(1, TimeUnit.DAYS)
              .executor(Runnable::run).build();
    for (long i = 0; bench.more(); ++i) {
      products.get("product-" + i, Product::new);
      bench.add();
    }
    products.cleanUp();
    bench.ready();
  }
}

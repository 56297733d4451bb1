//===- Thumbnail.java - Contents of the large caches ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

package shop;

/** A small picture of an article. */
final class Thumbnail {
  final String article;
  final byte[] pixels = new byte[12_000];

  Thumbnail(String article) {
    this.article = article;
  }
}

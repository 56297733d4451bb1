//===- Images.java - Several small caches, each with a limit --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

package org.example.ward;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Images of each of a few devices; drops the least recently used one. */
final class Images {
  private static final List<Images> DEVICES = new ArrayList<>();

  private final Map<String, Image> images = new LinkedHashMap<>(16, 0.75f, true) {
    private static final long serialVersionUID = 1;

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, Image> eldest) {
      return size() > 512;
    }
  };

  private static final class Image {
    final byte[] pixels = new byte[24_500];
  }

  /** Adds more images than each device keeps. */
  static void fill() {
    for (int device = 0; device < 4; ++device) {
      Images added = new Images();
      DEVICES.add(added);
      for (int i = 0; i < 640; ++i) {
        added.images.put("image-" + i, new Image());
      }
    }
  }
}

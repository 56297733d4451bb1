//===- Printing.java - Dependants of a future that never completes --------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

package shop;

import java.util.concurrent.CompletableFuture;

import bench.Bench;

/**
 * Each label is printed, or abandoned when the shop closes, whichever comes
 * first. Without the leak, the future for closing is a new one each time.
 */
public final class Printing {
  private CompletableFuture<Void> closing = new CompletableFuture<>();

  static final class Label {
    final long parcel;
    final byte[] bitmap = new byte[4_900];
    private boolean done;

    Label(long parcel) {
      this.parcel = parcel;
    }

    void finish() {
      done = true;
    }
  }

  void print(long parcel, CompletableFuture<Void> printed) {
    Label label = new Label(parcel);
    closing.thenRun(label::finish);
    printed.thenRun(label::finish);
  }

  public static void main(String[] args) throws Exception {
    Bench bench = Bench.start(args);
    Thumbnails.fill();
    Printing printing = new Printing();
    for (long i = 0; bench.more(); ++i) {
      CompletableFuture<Void> printed = new CompletableFuture<>();
      printing.print(i, printed);
      printed.complete(null);
      if (!bench.leaks()) {
        printing.closing = new CompletableFuture<>();
      }
      bench.add();
    }
    bench.ready();
  }
}

//===- Invoice.java - An entity -------------------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

package com.acme.billing;

import java.util.ArrayList;
import java.util.List;

import jakarta.persistence.CascadeType;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.Lob;
import jakarta.persistence.OneToMany;

@Entity
class Invoice {
  @Id
  private long id;
  private String title;
  @Lob
  private byte[] letterhead;
  @OneToMany(cascade = CascadeType.ALL, fetch = FetchType.EAGER)
  private List<Position> positions = new ArrayList<>();

  protected Invoice() {}

  Invoice(long id, int count) {
    this.id = id;
    title = "invoice " + id;
    letterhead = new byte[3_600];
    for (int i = 0; i < count; ++i) {
      positions.add(new Position(id * count + i, "article " + i));
    }
  }

  void rename(String to) {
    title = to;
  }
}

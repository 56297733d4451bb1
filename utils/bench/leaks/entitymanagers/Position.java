//===- Position.java - An entity ------------------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

package com.acme.billing;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;

@Entity
class Position {
  @Id
  private long id;
  private String article;

  protected Position() {}

  Position(long id, String article) {
    this.id = id;
    this.article = article;
  }
}

//===- Signatures.java - Objects that are never returned to a pool --------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

package com.acme.notary;

import bench.Bench;
import org.apache.commons.pool2.BasePooledObjectFactory;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import org.apache.commons.pool2.impl.GenericObjectPool;

/**
 * Borrows a signer from a Commons Pool pool for each document. Without the
 * leak, the signer is returned to the pool.
 */
public final class Signatures {
  private final GenericObjectPool<Signer> signers = new GenericObjectPool<>(new Signers());

  static final class Signer {
    final byte[] state = new byte[4_600];

    void sign(long document) {
      state[(int) (document % state.length)]++;
    }
  }

  private static final class Signers extends BasePooledObjectFactory<Signer> {
    @Override
    public Signer create() {
      return new Signer();
    }

    @Override
    public PooledObject<Signer> wrap(Signer signer) {
      return new DefaultPooledObject<>(signer);
    }
  }

  private Signatures() {
    signers.setMaxTotal(-1);
  }

  public static void main(String[] args) throws Exception {
    Bench bench = Bench.start(args);
    Scans.fill();
    Signatures signatures = new Signatures();
    for (long i = 0; bench.more(); ++i) {
      Signer signer = signatures.signers.borrowObject();
      signer.sign(i);
      if (!bench.leaks()) {
        signatures.signers.returnObject(signer);
      }
      bench.add();
    }
    bench.ready();
  }
}

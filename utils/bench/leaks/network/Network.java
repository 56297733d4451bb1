//===- Network.java - A graph that is never pruned ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

package io.parcel.network;

import bench.Bench;
import org.jgrapht.Graph;
import org.jgrapht.graph.DefaultDirectedGraph;

/**
 * Parcels and their depots as a JGraphT graph. Without the leak, a parcel is
 * removed when it is delivered.
 */
public final class Network {
  private static final int DEPOTS = 23;

  private final Graph<Place, Move> moves = new DefaultDirectedGraph<>(Move.class);
  private final Depot[] depots = new Depot[DEPOTS];

  interface Place {}

  static final class Depot implements Place {
    final String city;

    Depot(String city) {
      this.city = city;
    }
  }

  static final class Parcel implements Place {
    final long number;
    final byte[] label = new byte[5_200];

    Parcel(long number) {
      this.number = number;
    }
  }

  static final class Move {
    final long time;

    Move(long time) {
      this.time = time;
    }
  }

  private Network() {
    for (int i = 0; i < DEPOTS; ++i) {
      depots[i] = new Depot("city-" + i);
      moves.addVertex(depots[i]);
    }
  }

  Parcel send(long number) {
    Parcel parcel = new Parcel(number);
    moves.addVertex(parcel);
    moves.addEdge(parcel, depots[(int) (number % DEPOTS)], new Move(number));
    moves.addEdge(depots[(int) (number * 7 % DEPOTS)], parcel, new Move(number + 90));
    return parcel;
  }

  public static void main(String[] args) throws Exception {
    Bench bench = Bench.start(args);
    Photos.fill();
    Network network = new Network();
    for (long i = 0; bench.more(); ++i) {
      Parcel parcel = network.send(i);
      if (!bench.leaks()) {
        network.moves.removeVertex(parcel);
      }
      bench.add();
    }
    bench.ready();
  }
}

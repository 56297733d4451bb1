//===- Positions.scala - A large queue with a limit -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

package io.parcel.routing

import java.util.concurrent.ArrayBlockingQueue

final class Position(val van: String) {
  val trace = new Array[Double](2900)
}

/** The latest positions of vans. When the queue is full, the oldest is dropped. */
object Positions {
  private val limit = 2222
  private val latest = new ArrayBlockingQueue[Position](limit)

  def add(position: Position): Unit =
    while (!latest.offer(position)) latest.poll()

  /** Adds more positions than the queue keeps. */
  def fill(): Unit = (0 until limit * 5 / 4).foreach(i => add(new Position("van-" + i % 30)))
}

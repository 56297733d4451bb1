//===- Routing.scala - Routes that are planned and never dropped ----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

package io.parcel.routing

import bench.Bench

import scala.collection.concurrent.TrieMap

final case class Stop(depot: String, hour: Int)

final case class Route(parcel: String, stops: List[Stop], distances: Array[Float])

object Routes {
  private val planned = TrieMap.empty[String, Route]

  def of(parcel: String): Route = planned.getOrElseUpdate(parcel, plan(parcel))

  def delivered(parcel: String): Unit = planned.remove(parcel)

  private def plan(parcel: String): Route =
    Route(parcel, (1 to 7).map(i => Stop("depot-" + i, i * 3)).toList, new Array[Float](1000))
}

/** Plans a route for each parcel. Without the leak, the route is removed on arrival. */
object Routing {
  def main(args: Array[String]): Unit = {
    val bench = Bench.start(args: _*)
    Positions.fill()
    var i = 0
    while (bench.more()) {
      Routes.of("parcel-" + i)
      if (!bench.leaks()) Routes.delivered("parcel-" + i)
      bench.add()
      i += 1
    }
    bench.ready()
  }
}

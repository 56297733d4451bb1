//===- RandomGraph.h - Random graphs for tests ------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_UNITTESTS_ANALYSIS_GRAPH_RANDOMGRAPH_H
#define HPROF_UNITTESTS_ANALYSIS_GRAPH_RANDOMGRAPH_H

#include "Format/Hprof/HprofBytes.h"
#include "hprof/Analysis/Graph/HeapGraph.h"
#include "hprof/Analysis/Heap/HeapFile.h"
#include "hprof/Format/Stream/Source.h"
#include <random>

namespace hprof {

/// A dump of \p Objects instances of \p Classes classes that refer to each
/// other at random; a few of them are roots.
inline HprofBytes randomDump(unsigned Seed, unsigned Objects,
                             unsigned Classes) {
  std::mt19937 Random(Seed);
  auto Pick = [&](unsigned Limit) { return unsigned(Random() % Limit); };
  HprofBytes B;
  B.utf8(1, "java/lang/Object").utf8(2, "f").loadClass(1, 0x10, 1);
  for (unsigned C = 0; C != Classes; ++C) {
    B.utf8(100 + C, "pack" + std::to_string(C % 3) + "/C" + std::to_string(C));
    B.loadClass(2 + C, 0x100 + C * 8, 100 + C);
  }
  auto Id = [](unsigned O) { return 0x10000 + uint64_t(O) * 0x40; };
  B.record(0x1c, [&] {
    B.classDump(0x10, 0, {});
    for (unsigned C = 0; C != Classes; ++C)
      B.classDump(0x100 + C * 8, 0x10,
                  {{2, BasicType::Object},
                   {2, BasicType::Object},
                   {2, BasicType::Object}});
    for (unsigned O = 0; O != Objects; ++O) {
      B.instance(Id(O), 0x100 + Pick(Classes) * 8, 24);
      // References mostly lead to nearby, later objects, which makes the graph
      // deep; some are null.
      for (unsigned F = 0; F != 3; ++F) {
        unsigned Near = O + 1 + Pick(6);
        unsigned To = Pick(8) ? Near : Pick(Objects);
        B.id(Pick(3) && To < Objects ? Id(To) : 0);
      }
    }
    for (unsigned R = 0; R != 1 + Objects / 40; ++R)
      B.number(0x05, 1).id(Id(Pick(Objects)));
  });
  return B.frame(0x2c, 0);
}

inline HeapGraph graphOf(const HprofBytes &B, GraphOptions Options = {}) {
  std::unique_ptr<HeapFile> In = HeapFile::fromMemory(B.bytes(), "test", 0);
  Options.Layout = "compressed";
  return cantFail(HeapGraph::build(*In, Options));
}

} // namespace hprof

#endif // HPROF_UNITTESTS_ANALYSIS_GRAPH_RANDOMGRAPH_H

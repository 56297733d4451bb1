//===- RandomDump.h - Dumps with references of all kinds --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_UNITTESTS_ANALYSIS_DOMINATORS_RANDOMDUMP_H
#define HPROF_UNITTESTS_ANALYSIS_DOMINATORS_RANDOMDUMP_H

#include "Analysis/Graph/GraphTesting.h"
#include <random>

namespace hprof {

/// A dump of arrays that refer to each other, and of weak, soft, phantom and
/// final references with a referent and another field. Some references point to
/// the classes of these reference objects, which have references, too.
class RandomDump {
public:
  RandomDump(uint64_t Seed, unsigned Nodes, unsigned Edges, unsigned Roots)
      : Random(Seed) {
    const char *Names[] = {"java/lang/Object", "java/lang/ref/WeakReference",
                           "java/lang/ref/SoftReference",
                           "java/lang/ref/PhantomReference",
                           "java/lang/ref/FinalReference"};
    for (unsigned I = 0; I != std::size(Names); ++I)
      B.utf8(I + 1, Names[I]).loadClass(I + 1, 8 + 8 * I, I + 1);
    B.utf8(10, "referent").utf8(11, "next").utf8(12, "[Ljava/lang/Object;");
    B.loadClass(9, 0x80, 12);
    std::vector<std::vector<uint64_t>> Refs(Nodes);
    auto Any = [&] { return 0x100 + 8 * (Random() % Nodes); };
    auto AnyClass = [&] { return 0x10 + 8 * (Random() % 4); };
    for (unsigned I = 0; I != Edges; ++I)
      Refs[Random() % Nodes].push_back(Random() % 16 ? Any() : AnyClass());
    B.record(0x1c, [&] {
      B.classDump(8, 0, {}).classDump(0x80, 8, {});
      for (unsigned I = 1; I != std::size(Names); ++I)
        B.classDump(8 + 8 * I, 8,
                    {{11, BasicType::Object}, {10, BasicType::Object}},
                    Random() % 2 ? Any() : 0);
      for (unsigned I = 0; I != Nodes; ++I)
        node(0x100 + 8 * I, Refs[I]);
      for (unsigned I = 0; I != Roots; ++I)
        B.number(0x05, 1).id(Any()); // STICKY CLASS
      if (!Roots)
        B.number(0x05, 1).id(0x77777);
    });
  }

  llvm::ArrayRef<uint8_t> bytes() const { return B.bytes(); }

private:
  void node(uint64_t Id, llvm::ArrayRef<uint64_t> Refs) {
    if (Random() % 4 == 0) {
      B.instance(Id, 0x10 + 8 * (Random() % 4), 16);
      for (unsigned I = 0; I != 2; ++I)
        B.id(I < Refs.size() ? Refs[I] : 0);
      return;
    }
    addArray(B, Id, 0x80, Refs);
  }

  HprofBytes B;
  std::mt19937_64 Random;
};

} // namespace hprof

#endif // HPROF_UNITTESTS_ANALYSIS_DOMINATORS_RANDOMDUMP_H

//===- GraphFuzzer.cpp - Graphs and dominators of any input ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Dominators/DominatorTree.h"
#include "hprof/Analysis/Heap/HeapFile.h"
#include "hprof/Format/Base/Error.h"
#include "hprof/Format/Stream/Source.h"
#include <cstdlib>

using namespace hprof;
using namespace llvm;

static void require(bool Holds) {
  if (!Holds)
    std::abort();
}

/// The references and dominators of all objects, as numbers.
static std::vector<uint64_t> ask(const HeapGraph &G, unsigned Threads,
                                 bool Keep) {
  DominatorOptions Options;
  Options.Threads = Threads;
  Options.KeepUnreachable = Keep;
  if (Keep)
    Options.Ignored.insert(ReferenceKind::Weak);
  DominatorTree T = cantFail(DominatorTree::compute(G, Options));
  std::vector<uint64_t> Answers;
  uint64_t Reachable = 0, AtTop = 0, Unreachable = 0;
  for (Node N = 0; N != G.size(); ++N) {
    require(G.find(G.id(N)) == N && G.classNumber(N) < G.classes().size());
    Answers.push_back(G.shallow(N) + G.arrayLength(N));
    uint64_t References = 0;
    G.forEachReference(N, [&](Node To) {
      require(To < G.size());
      // Objects that a reachable object refers to are reachable.
      require(Keep || !T.isReachable(N) || T.isReachable(To));
      References = References * 31 + To;
    });
    Answers.push_back(References);
    Answers.push_back(T.parent(N));
    Answers.push_back(T.retained(N));
    if (!T.isReachable(N)) {
      require(T.retained(N) == 0 && T.parent(N) == NoNode);
      Unreachable += G.shallow(N);
      continue;
    }
    ++Reachable;
    if (T.parent(N) == NoNode)
      AtTop += T.retained(N);
    else
      require(T.retained(T.parent(N)) >=
              T.retained(N) + G.shallow(T.parent(N)));
  }
  require(Reachable == T.reachable() && AtTop == T.reachableBytes() &&
          Unreachable == T.unreachableBytes());
  require(!Keep || Reachable == G.size());
  return Answers;
}

/// With entries of both widths and any number of threads, results are the same
/// and consistent. The first bytes of the file's time select these.
// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer requires it.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  if (Size > 65536)
    return -1;
  auto Build = [&](unsigned Threads, bool IsWide) {
    auto In = HeapFile::fromMemory(ArrayRef(Data, Size), "input");
    GraphOptions Options;
    Options.IsWide = IsWide;
    Options.Threads = Threads;
    Options.OnDamage = [](const Damage &) {};
    if (Size > 24 && Data[24] & 1)
      Options.Layout = "mat";
    if (Size > 24 && Data[24] & 2)
      Options.Dump = 2;
    return HeapGraph::build(*In, Options);
  };
  unsigned Threads = Size > 24 ? 1 + Data[23] % 3 : 1;
  Expected<HeapGraph> G = Build(Threads, /*IsWide=*/false);
  if (!G) {
    consumeError(G.takeError());
    return 0;
  }
  HeapGraph Wide = cantFail(Build(1, /*IsWide=*/true));
  for (bool Keep : {false, true})
    require(ask(*G, Threads, Keep) == ask(Wide, 1, Keep));
  return 0;
}

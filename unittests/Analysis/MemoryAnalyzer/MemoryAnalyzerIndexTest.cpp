//===- MemoryAnalyzerIndexTest.cpp - Tests of index files -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/MemoryAnalyzer/MemoryAnalyzerIndex.h"
#include "Analysis/Graph/RandomGraph.h"
#include "Analysis/MemoryAnalyzer/DominatorFiles.h"
#include "Analysis/MemoryAnalyzer/ObjectFiles.h"
#include "Analysis/MemoryAnalyzer/ReferenceFiles.h"
#include "PagedReader.h"
#include "hprof/Analysis/Heap/HeapSegments.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <set>

using namespace hprof;
using namespace hprof::memoryanalyzer;
using namespace llvm;

using Lists = std::vector<std::vector<uint64_t>>;

namespace {
/// Compares the files of a random dump with its graph.
class IndexLawTest : public testing::TestWithParam<unsigned> {
protected:
  IndexLawTest()
      : In(HeapFile::fromMemory(Dump.bytes(), "test", 0)), G(build(*In)),
        T(cantFail(DominatorTree::compute(G, DominatorOptions()))),
        Order(cantFail(ObjectOrder::make(G, T))) {
    Order.forEach([&](Node N) { Nodes.push_back(N); });
  }
  static HeapGraph build(HeapFile &In) {
    GraphOptions Options;
    Options.Layout = "mat";
    Options.MakeUp = true;
    return cantFail(HeapGraph::build(In, Options));
  }
  template <class Fn> static std::string written(Fn &&Write) {
    std::string File;
    raw_string_ostream OS(File);
    Write(OS);
    return OS.str();
  }
  Lists outbound() const {
    return readLists(written([&](raw_ostream &OS) {
                       cantFail(writeOutbound(G, Order, OS));
                     }),
                     /*HaveLengths=*/false);
  }

  HprofBytes Dump = randomDump(GetParam(), 400, 12);
  std::unique_ptr<HeapFile> In;
  HeapGraph G;
  DominatorTree T;
  ObjectOrder Order;
  std::vector<Node> Nodes; ///< The nodes by object number.
};
} // namespace

TEST_P(IndexLawTest, OutboundIsASetAfterTheClass) {
  Lists Out = outbound();
  ASSERT_EQ(Out.size(), Nodes.size());
  EXPECT_LT(Nodes.size(), G.size()); // Not all objects are reachable.
  for (size_t I = 0; I != Nodes.size(); ++I) {
    std::set<uint64_t> Others;
    G.forEachReference(Nodes[I],
                       [&](Node N) { Others.insert(Order.number(N)); });
    const uint64_t Class =
        Order.number(G.classNodes()[G.types().get(Nodes[I])]);
    Others.erase(Class);
    std::vector<uint64_t> Wanted{Class};
    Wanted.insert(Wanted.end(), Others.begin(), Others.end());
    EXPECT_EQ(Out[I], Wanted) << I;
  }
}

TEST_P(IndexLawTest, InboundIsTheInverse) {
  InstanceRanges Ranges;
  Lists In = readLists(written([&](raw_ostream &OS) {
                         Ranges = cantFail(writeInbound(G, Order, OS));
                       }),
                       /*HaveLengths=*/false);
  Lists Instances(Nodes.size()), Others(Nodes.size());
  for (auto [From, Refs] : enumerate(outbound()))
    for (auto [I, To] : enumerate(Refs))
      (I ? Others : Instances)[To].push_back(From);
  uint64_t Begin = 0;
  for (size_t I = 0; I != Nodes.size(); ++I) {
    EXPECT_EQ(Ranges.count(Nodes[I]), !Instances[I].empty()) << I;
    if (!Instances[I].empty()) {
      EXPECT_EQ(Ranges[Nodes[I]].Begin, Begin) << I;
      EXPECT_EQ(Ranges[Nodes[I]].Count, Instances[I].size()) << I;
    }
    append_range(Instances[I], Others[I]);
    EXPECT_EQ(In[I], Instances[I]) << I;
    Begin += In[I].size();
  }
}

TEST_P(IndexLawTest, Dominators) {
  std::vector<uint64_t> Parents = readPaged(
      written([&](raw_ostream &OS) { writeDominators(T, Order, OS); }));
  std::vector<uint64_t> Retained =
      readPaged(written([&](raw_ostream &OS) { writeRetained(T, Order, OS); }));
  DominatorChildren Below = cantFail(DominatorChildren::of(G, T, 0));
  Lists Children = readLists(written([&](raw_ostream &OS) {
                               cantFail(writeDominated(G, Below, Order, OS));
                             }),
                             /*HaveLengths=*/true);
  ASSERT_EQ(Children.size(), Nodes.size() + 1);
  Lists Wanted(Nodes.size() + 1);
  for (size_t I = 0; I != Nodes.size(); ++I) {
    EXPECT_EQ(Retained[I], T.retained(Nodes[I]));
    Wanted[Parents[I] - 1].push_back(I);
    const Node Parent = T.parent(Nodes[I]);
    EXPECT_EQ(Parents[I], Parent == NoNode ? 1 : Order.number(Parent) + 2);
  }
  for (auto [Found, All] : zip(Children, Wanted)) {
    EXPECT_TRUE(is_sorted(Found, [&](uint64_t A, uint64_t B) {
      return Retained[A] > Retained[B];
    }));
    sort(Found);
    EXPECT_EQ(Found, All);
  }
}

TEST_P(IndexLawTest, SizesOfClasses) {
  DominatorChildren Below = cantFail(DominatorChildren::of(G, T, 0));
  std::string File = written([&](raw_ostream &OS) {
    cantFail(writeClassSizes(G, T, Below, Order, OS));
  });
  std::map<uint64_t, int64_t> Found;
  for (size_t At = 0; At != File.size(); At += 12)
    Found[readBE(File, At, 4)] = int64_t(readBE(File, At + 4, 8));
  std::map<uint64_t, int64_t> Wanted;
  for (Node Class : Nodes) {
    if (G.asClass(Class) == NoClass)
      continue;
    auto IsOf = [&](Node N) {
      return N == Class || G.classNodes()[G.types().get(N)] == Class;
    };
    uint64_t Sum = 0;
    for (Node N : Nodes) {
      Node Above = T.parent(N);
      while (Above != NoNode && !IsOf(Above))
        Above = T.parent(Above);
      if (Above != NoNode || !IsOf(N))
        continue;
      Sum += T.retained(N);
      // java.lang.Class is an instance of itself.
      if (N == Class && G.classNodes()[G.types().get(N)] == Class)
        Sum += T.retained(N);
    }
    if (Sum)
      Wanted[Order.number(Class)] = -int64_t(Sum);
  }
  EXPECT_EQ(Found, Wanted);
  EXPECT_GT(Found.size(), 5u);
}

TEST_P(IndexLawTest, OffsetsOfRecords) {
  for (unsigned Threads : {1, 3}) {
    std::vector<uint64_t> Offsets = readPaged(written([&](raw_ostream &OS) {
      cantFail(writeOffsets(*cantFail(In->dump(1)), G, Order, Threads, OS));
    }));
    StringRef Bytes(reinterpret_cast<const char *>(Dump.bytes().data()),
                    Dump.bytes().size());
    for (auto [At, N] : zip(Offsets, Nodes)) {
      if (N >= G.dumpedSize() || G.asClass(N) != NoClass) {
        EXPECT_EQ(At, 0u);
        continue;
      }
      EXPECT_EQ(uint8_t(Bytes[At]), 0x21);
      EXPECT_EQ(readBE(Bytes, At + 1, 8), G.id(N));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Random, IndexLawTest, testing::Range(1U, 6U));

TEST(MemoryAnalyzerIndexTest, SizesInAnInt) {
  EXPECT_EQ(packSize(0), 0u);
  EXPECT_EQ(packSize(INT32_MAX), 0x7fffffffu);
  EXPECT_EQ(packSize(0x80000000), 0x80000000u);
  EXPECT_EQ(packSize(0x80000010), 0x80000002u);
  EXPECT_EQ(packSize(uint64_t(1) << 34), 0xf0000000u);
  EXPECT_EQ(packSize(uint64_t(1) << 40), 0xf0000000u);
}

TEST(MemoryAnalyzerIndexTest, Names) {
  std::unique_ptr<HeapFile> In = HeapFile::fromMemory({}, "test");
  auto Prefix = [&](StringRef Path, unsigned Number = 0) {
    return memoryAnalyzerTarget(Path, *In, Number).Prefix;
  };
  EXPECT_EQ(Prefix("/d.d/heap.hprof"), "/d.d/heap.");
  EXPECT_EQ(Prefix("/d.d/heap"), "/d.d/heap.");
  EXPECT_EQ(Prefix("/d.d/heap.1.bin"), "/d.d/heap.1.");
  EXPECT_EQ(Prefix("/d.d/heap.hprof", 2), "/d.d/heap.#2.");
}

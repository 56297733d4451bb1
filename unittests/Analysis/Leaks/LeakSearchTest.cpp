//===- LeakSearchTest.cpp - Tests of references that count as holding -----===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Leaks/LeakSearch.h"
#include "Format/Yaml/YamlDump.h"
#include "hprof/Analysis/Graph/HeapGraph.h"
#include "hprof/Analysis/Heap/HeapFile.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

namespace {

constexpr uint64_t Reference = 0x100, Soft = 0x200, Strong = 0x300,
                   Nobodys = 0x400;

/// A heap in which one root has a soft reference to an array of \p SoftBytes,
/// another root is an array of 1000 bytes, and a third array is unreferenced.
class TestHeap : public LeakHeap {
public:
  explicit TestHeap(unsigned SoftBytes)
      : Bytes(fromYaml(dump(SoftBytes))),
        In(HeapFile::fromMemory(Bytes, "test")),
        G(cantFail(HeapGraph::build(*In, {}))) {}

  const HeapGraph &graph() const override { return G; }
  Expected<const HeapContents *> contents() override { return nullptr; }
  Expected<const DominatorTree *> dominators() override {
    if (!Tree)
      Tree = cantFail(computeTree(leftOut(), {}));
    return &*Tree;
  }
  ReferenceKinds leftOut() const override { return {}; }
  Expected<DominatorTree> computeTree(ReferenceKinds Ignored,
                                      ReachedFn OnReached) override {
    ++Computed;
    DominatorOptions Options;
    Options.Ignored = Ignored;
    Options.OnReached = std::move(OnReached);
    Expected<DominatorTree> Made = DominatorTree::compute(G, Options);
    LeftOff += Made && Made->columns().Parents.size() != G.size();
    return Made;
  }
  Expected<std::optional<LeakReport>> keptReport() override { return Kept; }
  Expected<const InboundReferences *> inbound() override { return nullptr; }
  bool isReached(Node N, ReferenceKinds Ignored) const override {
    AskedWithout = Ignored;
    return N == node(Strong);
  }
  void onTotals(const DominatorTotals &T) override { Totals = T; }

  Node node(uint64_t Id) const { return G.find(Id); }

  std::optional<LeakReport> Kept;
  DominatorTotals Totals;
  unsigned Computed = 0;
  unsigned LeftOff = 0; ///< Trees not computed to the end.
  mutable ReferenceKinds AskedWithout;

private:
  static std::string dump(unsigned SoftBytes) {
    auto Array = [](uint64_t Id, size_t Length) {
      return "- primitiveArray: {object: 0x" + utohexstr(Id) +
             ", elementType: byte, text: " + std::string(Length, 'a') + "}\n";
    };
    return "- classes:\n"
           "  - {name: java/lang/Object}\n"
           "  - {name: java/lang/ref/Reference, super: java/lang/Object, "
           "fields: {referent: object}}\n"
           "  - {name: java/lang/ref/SoftReference, super: "
           "java/lang/ref/Reference}\n"
           "- instance: {object: 0x100, class: java/lang/ref/SoftReference, "
           "fields: {referent: 0x200}}\n" +
           Array(Soft, SoftBytes) + Array(Strong, 1000) + Array(Nobodys, 10) +
           "- rootJniGlobal: {object: 0x100}\n"
           "- rootJniGlobal: {object: 0x300}\n";
  }

  std::vector<uint8_t> Bytes;
  std::unique_ptr<HeapFile> In;
  HeapGraph G;
  std::optional<DominatorTree> Tree;
};

uint64_t half(uint64_t Bytes) { return Bytes / 2; }

/// The ids of the first accumulation point of each suspect.
std::vector<uint64_t> pointsOf(const TestHeap &H, const LeakReport &Report) {
  std::vector<uint64_t> Ids;
  Ids.reserve(Report.Suspects.size());
  for (const LeakSuspect &S : Report.Suspects)
    Ids.push_back(H.graph().id(S.Points.front()));
  return Ids;
}

} // namespace

TEST(LeakSearch, WhatOnlySoftReferencesHoldIsNoLeak) {
  TestHeap H(500);
  LeakSearch Search(H, std::nullopt, false);
  LeakReport Report = cantFail(Search.find(half));
  EXPECT_TRUE(Report.Ignored == weakReferences());
  EXPECT_FALSE(Report.followsIgnored());
  EXPECT_GT(Report.ByIgnored.Bytes, 500u);
  EXPECT_EQ(Report.Totals.Bytes, cantFail(H.dominators())->reachableBytes());
  EXPECT_EQ(H.Totals.Bytes, Report.Totals.Bytes);
  EXPECT_EQ(Report.Least, Report.Totals.Bytes / 2);
  EXPECT_EQ(pointsOf(H, Report), std::vector<uint64_t>{Strong});
  EXPECT_TRUE(Search.isHeld(H.node(Strong)));
  EXPECT_TRUE(Search.isHeld(H.node(Reference)));
  EXPECT_FALSE(Search.isHeld(H.node(Soft)));
  EXPECT_FALSE(Search.isHeld(H.node(Nobodys)));
}

TEST(LeakSearch, SoMuchThatItCouldBeOneIsFollowed) {
  TestHeap H(5000);
  LeakSearch Search(H, std::nullopt, false);
  LeakReport Report = cantFail(Search.find(half));
  EXPECT_TRUE(Report.Ignored.empty());
  EXPECT_TRUE(Report.followsIgnored());
  EXPECT_GT(Report.ByIgnored.Bytes, 5000u);
  EXPECT_EQ(Report.Totals.Bytes, cantFail(H.dominators())->reachableBytes());
  EXPECT_EQ(H.Totals.Bytes, Report.Totals.Bytes);
  EXPECT_EQ(Report.Least, Report.Totals.Bytes / 2);
  // The computation of the tree without these references was stopped early.
  EXPECT_EQ(H.Computed, 2u);
  EXPECT_EQ(H.LeftOff, 1u);
  EXPECT_EQ(pointsOf(H, Report), std::vector<uint64_t>{Soft});
  EXPECT_TRUE(Search.isHeld(H.node(Soft)));
  EXPECT_FALSE(Search.isHeld(H.node(Nobodys)));
}

TEST(LeakSearch, AChoiceIsKept) {
  TestHeap H(5000);
  LeakSearch Search(H, weakReferences(), false);
  LeakReport Report = cantFail(Search.find([](uint64_t) { return 900; }));
  EXPECT_TRUE(Report.Ignored == weakReferences());
  EXPECT_EQ(pointsOf(H, Report), std::vector<uint64_t>{Strong});
  EXPECT_FALSE(Search.isHeld(H.node(Soft)));

  LeakSearch All(H, ReferenceKinds(), false);
  Report = cantFail(All.find([](uint64_t) { return 900; }));
  EXPECT_TRUE(Report.Ignored.empty());
  EXPECT_EQ(Report.ByIgnored.Bytes, 0u);
  EXPECT_EQ(pointsOf(H, Report), (std::vector<uint64_t>{Soft, Strong}));
}

TEST(LeakSearch, AllIsHeldWhenTheUnreachableIsKept) {
  TestHeap H(500);
  LeakSearch Search(H, std::nullopt, true);
  cantFail(Search.find(half));
  EXPECT_TRUE(Search.isHeld(H.node(Nobodys)));
}

TEST(LeakSearch, TakesAReportThatWasKept) {
  TestHeap H(500);
  LeakReport Made = cantFail(LeakSearch(H, std::nullopt, false).find(half));
  H.Kept = Made;
  H.Totals = {};
  H.Computed = 0;
  LeakSearch Search(H, std::nullopt, false);
  LeakReport Report = cantFail(Search.find(half));
  EXPECT_EQ(H.Computed, 0u);
  EXPECT_EQ(H.Totals.Bytes, Made.Totals.Bytes);
  EXPECT_EQ(pointsOf(H, Report), std::vector<uint64_t>{Strong});
  EXPECT_TRUE(Search.isHeld(H.node(Strong)));
  EXPECT_TRUE(H.AskedWithout == weakReferences());
  EXPECT_FALSE(Search.isHeld(H.node(Reference)));

  // With another threshold, only the totals are reused; with other references,
  // nothing is reused.
  H.Kept->Suspects.clear();
  Report = cantFail(Search.find([](uint64_t) { return 900; }));
  EXPECT_EQ(pointsOf(H, Report), std::vector<uint64_t>{Strong});
  EXPECT_EQ(H.Computed, 1u);
  EXPECT_TRUE(Search.isHeld(H.node(Reference)));
  ASSERT_GT(H.Kept->ByIgnored.Bytes, 500u);
  ReferenceKinds Weak;
  Weak.insert(ReferenceKind::Weak);
  LeakSearch Other(H, Weak, false);
  Report = cantFail(Other.find(half));
  EXPECT_TRUE(Report.Ignored == Weak);
  EXPECT_EQ(Report.ByIgnored.Bytes, 0u);
  EXPECT_EQ(pointsOf(H, Report), std::vector<uint64_t>{Strong});
}

TEST(LeakSearch, AKeptReportThatFollowsAllIsTheDefaultsToo) {
  TestHeap H(5000);
  H.Kept = cantFail(LeakSearch(H, std::nullopt, false).find(half));
  ASSERT_TRUE(H.Kept->followsIgnored());
  H.Computed = 0;
  LeakSearch Search(H, std::nullopt, false);
  EXPECT_TRUE(cantFail(Search.find(half)).followsIgnored());
  EXPECT_EQ(H.Computed, 0u);
  // If the user chose to follow all references, no reference is ignored.
  LeakSearch All(H, ReferenceKinds(), false);
  EXPECT_EQ(cantFail(All.find(half)).ByIgnored.Bytes, 0u);
  EXPECT_EQ(H.Computed, 0u);
}

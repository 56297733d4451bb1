//===- HashCollisions.cpp - Maps with long buckets ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "hprof/Format/Base/Counted.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

namespace {

/// With a good hash function, only one bucket in 16 million has 8 entries.
class HashCollisions : public LintCheck {
public:
  HashCollisions(LintState &S, const CollectionPlans &Reader)
      : LintCheck(S), Reader(Reader) {}
  void start(unsigned Threads) override { Workers.resize(Threads); }
  bool wants(ClassNumber C) override { return bool(Reader.next(C)); }
  void instance(unsigned Thread, const LintInstance &I) override {
    if (Node Next = S.follow(I, Reader.next(I.Class)); Next != NoNode)
      Workers[Thread].Value.emplace_back(I.N, Next);
  }
  Error finish(LintFinding &F) override;

private:
  using Link = std::pair<Node, Node>;
  const CollectionPlans &Reader;
  std::vector<PerThread<std::vector<Link>>> Workers;
};

} // namespace

static constexpr uint64_t NoMap = UINT64_MAX / 2;

Error HashCollisions::finish(LintFinding &F) {
  std::vector<Link> Links;
  for (PerThread<std::vector<Link>> &W : Workers) {
    llvm::append_range(Links, W.Value);
    std::vector<Link>().swap(W.Value);
  }
  sort(Links);
  Expected<NumberSet> IsNext = NumberSet::make(S.G.size(), S.G.memory());
  Expected<NumberSet> Seen = NumberSet::make(S.G.size(), S.G.memory());
  if (!IsNext || !Seen)
    return joinErrors(IsNext.takeError(), Seen.takeError());
  for (const Link &L : Links)
    IsNext->insert(L.second);
  struct LongBuckets {
    uint64_t Buckets = 0, Entries = 0, Bytes = 0, Longest = 0;
    Node Shown = NoNode;
  };
  uint64_t Limit = S.limit(LintId::HashCollisions);
  DenseMap<Node, LongBuckets> Maps;
  for (const Link &Head : Links) {
    if (IsNext->contains(Head.first))
      continue;
    uint64_t Length = 1, Bytes = S.G.shallow(Head.first);
    // Chains in a dump can be shared or cyclic. An entry in several chains is
    // counted only in the first one.
    for (Node N = Head.second; Seen->insert(N);) {
      ++Length;
      Bytes += S.G.shallow(N);
      auto It = lower_bound(Links, Link(N, 0));
      if (It == Links.end() || It->first != N)
        break;
      N = It->second;
    }
    if (Length < Limit)
      continue;
    Node Map = Reader.mapAbove(S.T, Head.first);
    // DenseMap reserves the two largest keys.
    LongBuckets &M = Maps[Map == NoNode ? NoMap : Map];
    ++M.Buckets;
    M.Entries += Length;
    M.Bytes += Bytes;
    M.Longest = std::max(M.Longest, Length);
    M.Shown = Map == NoNode ? std::min(M.Shown, Head.first) : Map;
  }
  Tallies ByMap;
  for (const auto &[Key, M] : Maps) {
    Tally &T = ByMap[Key];
    T.add(S, M.Shown, M.Bytes);
    T.Count = M.Entries;
  }
  fillFinding(
      S, F, ByMap,
      [&](uint64_t Map) {
        return Map < S.G.size() ? S.G.describe(Map) : "(entries without a map)";
      },
      [&](uint64_t Map, const Tally &) {
        const LongBuckets &M = Maps[Map];
        return counted(M.Buckets, "long bucket") + ", the longest with " +
               counted(M.Longest, "entry", "entries");
      });
  return Error::success();
}

std::unique_ptr<LintCheck> hprof::makeHashCollisions(const LintPasses &P) {
  return std::make_unique<HashCollisions>(P.S, P.Reader);
}

//===- ArrayGroups.cpp - Checks on equal arrays ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArrayGroups.h"

using namespace hprof;
using namespace llvm;

void ArrayGroupCheck::startGroups(unsigned Threads) {
  Workers.resize(Threads);
  for (PerThread<Worker> &W : Workers)
    W.Value.Top = TopGroups(size_t(S.Options.MaxRows));
}

void ArrayGroupCheck::group(unsigned Thread, const ContentGroup &Group) {
  if (Group.IsString || Group.Arrays.size() <= needed() ||
      !takes(Group.Pattern))
    return;
  Node First = Group.Arrays.front();
  uint64_t Length = S.G.arrayLength(First);
  const std::optional<BasicType> Type = S.G.classOf(First).Element;
  if (!Length || !Type || !takes(Group.Pattern, Length * widthOf(*Type, 8)))
    return;
  Worker &W = Workers[Thread].Value;
  uint64_t Each = S.G.shallow(First), Free = 0, Count = 0;
  TopGroups::Members Members;
  for (Node N : Group.Arrays) {
    // Only arrays without an owner are reported.
    if (S.Owned.contains(N) || !S.isLeftToHints(N))
      continue;
    if (Free++ < needed()) {
      Members.add(N, 0);
      continue;
    }
    S.Wasted.claim(N, Each);
    if (S.isOfJdk(N)) {
      W.OfJdk.add(S, N, Each);
      continue;
    }
    ++Count;
    W.Holders.add(S, N, Each);
    Members.add(N, Each);
  }
  if (!Count)
    return;
  ++W.Groups;
  W.Count += Count;
  W.Bytes += Each * Count;
  W.Top.add(Each * Count, Count + needed(), Members, Group.Pattern);
}

/// Omits the elements: the first ones may be most of a password or key, and
/// reports hide only values that look like secrets. The example contains all.
std::string ArrayGroupCheck::describe(const TopGroups::Group &G) const {
  const Node First = G.First.front().N;
  const StringRef Component = StringRef(S.G.classOf(First).Name).drop_back(2);
  const char *Elements = G.Pattern == ArrayPattern::Mixed  ? ""
                         : G.Pattern == ArrayPattern::Zero ? ", all 0"
                                                           : ", all equal";
  return (Component + "[" + Twine(S.G.arrayLength(First)) + "]" + Elements)
      .str();
}

Error ArrayGroupCheck::finish(LintFinding &F) {
  TopGroups Top(size_t(S.Options.MaxRows));
  HolderTally Holders;
  Tally OfJdk;
  for (PerThread<Worker> &P : Workers) {
    Worker &W = P.Value;
    F.RowsInAll += W.Groups;
    F.Count += W.Count;
    F.Bytes += W.Bytes;
    Holders.merge(W.Holders);
    OfJdk.merge(W.OfJdk);
    Top.merge(W.Top);
  }
  for (const TopGroups::Group &G : Top.take())
    F.Rows.push_back(TopGroups::row(S, G, describe(G)));
  addJdkRow(S, F, OfJdk);
  F.Holders = Holders.holders(S);
  return Error::success();
}

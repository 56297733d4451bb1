//===- ArraySlack.cpp - Large arrays with small views ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

namespace {

class ArraySlack : public LintCheck {
public:
  ArraySlack(LintState &S, const CollectionPlans &Reader)
      : LintCheck(S), Reader(Reader) {}
  void start(unsigned Threads) override { Workers.resize(Threads); }
  bool wants(ClassNumber C) override { return bool(Reader.slice(C).Array); }
  void instance(unsigned Thread, const LintInstance &I) override;
  Error claim() override;
  Error finish(LintFinding &F) override;

private:
  /// A view of a part of an array.
  struct View {
    Node Array, N;
    uint64_t Begin, End;
  };
  static uint64_t shownBy(ArrayRef<View> Sorted);
  DenseSet<Node> sharedArrays(ArrayRef<View> Views) const;

  const CollectionPlans &Reader;
  std::vector<PerThread<std::vector<View>>> Workers;
  Tallies ByClass;
};

} // namespace

void ArraySlack::instance(unsigned Thread, const LintInstance &I) {
  const SlicePlan &P = Reader.slice(I.Class);
  const Node Array = S.follow(I, P.Array);
  const int64_t Begin = I.getSigned(P.Offset), Length = I.getSigned(P.Length);
  if (Array == NoNode || !S.G.classOf(Array).isArray() || Begin < 0 ||
      Length < 0)
    return;
  const uint64_t All = S.G.arrayLength(Array);
  Workers[Thread].Value.push_back(
      {Array, I.N, std::min<uint64_t>(uint64_t(Begin), All),
       std::min<uint64_t>(uint64_t(Begin) + uint64_t(Length), All)});
}

/// Number of elements that any of the views covers.
uint64_t ArraySlack::shownBy(ArrayRef<View> Sorted) {
  uint64_t Shown = 0, End = 0;
  for (const View &V : Sorted) {
    Shown += std::max(V.End, End) - std::max(V.Begin, End);
    End = std::max(V.End, End);
  }
  return Shown;
}

/// Returns the arrays with referrers other than \p Views.
DenseSet<Node> ArraySlack::sharedArrays(ArrayRef<View> Views) const {
  DenseMap<Node, uint64_t> Referrers;
  for (const View &V : Views)
    ++Referrers[V.Array];
  DenseSet<Node> Shared;
  for (const GraphRoot &Root : S.G.roots())
    if (Referrers.count(Root.Object))
      Shared.insert(Root.Object);
  for (Node N = 0; N != S.G.size(); ++N) {
    if (!S.T.isReachable(N))
      continue;
    Node Last = NoNode;
    S.G.forEachReference(N, [&](Node To) {
      auto It = To == Last ? Referrers.end() : Referrers.find(To);
      Last = To;
      if (It != Referrers.end() && !It->second--)
        Shared.insert(To);
    });
  }
  return Shared;
}

/// Called before hints examine the same arrays.
Error ArraySlack::claim() {
  std::vector<View> Views;
  for (PerThread<std::vector<View>> &W : Workers)
    llvm::append_range(Views, W.Value);
  if (Views.empty())
    return Error::success();
  sort(Views, [](const View &A, const View &B) {
    return std::tie(A.Array, A.Begin, A.N) < std::tie(B.Array, B.Begin, B.N);
  });
  const DenseSet<Node> Shared = sharedArrays(Views);
  const ObjectLayout &L = S.G.layout();
  const uint64_t Limit = S.limit(LintId::ArraySlack);
  for (ArrayRef<View> Rest = Views; !Rest.empty();) {
    const Node Array = Rest.front().Array;
    ArrayRef<View> Of =
        Rest.take_while([&](const View &V) { return V.Array == Array; });
    Rest = Rest.drop_front(Of.size());
    const uint64_t Length = S.G.arrayLength(Array), Shown = shownBy(Of);
    if (Shared.contains(Array) || Shown * 100 >= Length * Limit)
      continue;
    const BasicType Type = *S.G.classOf(Array).Element;
    const Node First = Of.front().N;
    Tally &T =
        ByClass[S.isOfJdk(First) ? JdkKey : S.joined(S.G.classNumber(First))];
    T.Used += Shown;
    T.Room += Length;
    const uint64_t Bytes =
        L.arrayBytes(Type, Length) - L.arrayBytes(Type, Shown);
    T.add(S, First, Bytes);
    S.Wasted.claim(Array, Bytes);
    S.Owned.insert(Array);
  }
  return Error::success();
}

Error ArraySlack::finish(LintFinding &F) {
  fillFinding(
      S, F, ByClass, [&](uint64_t C) { return S.joinedName(ClassNumber(C)); },
      [](uint64_t, const Tally &T) {
        return std::to_string(T.Used) + " of " + std::to_string(T.Room) +
               " elements covered";
      });
  return Error::success();
}

std::unique_ptr<LintCheck> hprof::makeArraySlack(const LintPasses &P) {
  return std::make_unique<ArraySlack>(P.S, P.Reader);
}

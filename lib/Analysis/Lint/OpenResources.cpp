//===- OpenResources.cpp - What was not closed ----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "ClosestAbove.h"
#include "hprof/Java/JavaResources.h"
#include "llvm/ADT/MapVector.h"

using namespace hprof;
using namespace llvm;

namespace {

/// The heap shows little of a file or a socket, so what counts is their number.
/// The walk collects all instances of JavaResources.def, since whether one is
/// open often depends on other objects.
class OpenResources : public LintCheck {
public:
  explicit OpenResources(LintState &S) : LintCheck(S) {
    Finalizer = S.findClass("java.lang.ref.Finalizer");
  }
  void start(unsigned Threads) override { Workers.resize(Threads); }
  bool wants(ClassNumber C) override;
  bool wantsUnreachable() const override { return true; }
  void instance(unsigned Thread, const LintInstance &I) override;
  Error finish(LintFinding &F) override;

private:
  /// An open one that counts.
  struct Open {
    Node N;
    const ResourceRow *Row;
    bool IsLost;
  };
  struct KindSum {
    uint64_t Open = 0, Lost = 0;
  };
  bool isInUse(Node N) const;
  bool isOpen(const LintInstance &I, const ResourcePlan &P) const;
  bool isOpen(const LintInstance &I, const ResourcePlan::Path &P,
              OpenValues Values) const;
  bool counts(const ResourceRow &Row, bool IsInUse, bool &IsLost) const;
  std::vector<Open> open() const;
  void keepFrequent(std::vector<Open> &All) const;
  Expected<std::vector<uint64_t>> retained(ArrayRef<Open> All) const;
  /// The key of a row for \p O.
  uint64_t keyOf(const Open &O) const {
    if (!O.IsLost && S.isOfJdk(O.N))
      return JdkKey;
    return 2 * uint64_t(S.joined(S.G.classNumber(O.N))) + O.IsLost;
  }

  ClassNumber Finalizer;
  ClassPlans<ResourcePlan> Plans;
  std::vector<PerThread<std::vector<Node>>> Workers;
};

} // namespace

bool OpenResources::wants(ClassNumber C) {
  ResourcePlan Plan = planResource(S.Contents.context(), S.G.classes()[C].Id);
  if (!Plan.Row)
    return false;
  Plans[C] = std::move(Plan);
  return true;
}

void OpenResources::instance(unsigned Thread, const LintInstance &I) {
  // Of several objects with one id, the graph has the first.
  if (S.G.types().get(I.N) == I.Class)
    Workers[Thread].Value.push_back(I.N);
}

/// Whether more than a finalizer refers to \p N.
bool OpenResources::isInUse(Node N) const {
  if (!S.T.isReachable(N))
    return false;
  Node P = S.T.parent(N);
  return Finalizer == NoClass || P == NoNode || S.G.asClass(P) != NoClass ||
         S.G.classNumber(P) != Finalizer;
}

bool OpenResources::isOpen(const LintInstance &I, const ResourcePlan::Path &P,
                           OpenValues Values) const {
  LintInstance At = I;
  FieldPlace Place = P.First;
  for (StringRef Rest = P.Rest; !Rest.empty();) {
    At = S.read(S.follow(At, Place));
    auto [Name, More] = Rest.split('.');
    Place = S.field(At.Class, Name);
    Rest = More;
  }
  // What is missing is not open.
  if (!Place.isIn(At.Bytes))
    return false;
  return Values.contains(isReference(Place.Type) ? int64_t(At.get(Place) != 0)
                                                 : At.getSigned(Place));
}

bool OpenResources::isOpen(const LintInstance &I, const ResourcePlan &P) const {
  return any_of(P.Paths, [&](const ResourcePlan::Path &Path) {
    return isOpen(I, Path, P.Row->Open);
  });
}

/// Whether an open one counts, and if so whether it should have been closed.
bool OpenResources::counts(const ResourceRow &Row, bool IsInUse,
                           bool &IsLost) const {
  switch (Row.Loss) {
  case ResourceLoss::Freed:
    IsLost = false;
    return IsInUse;
  case ResourceLoss::Lost:
    IsLost = !IsInUse && !S.Options.IsCut;
    return true;
  case ResourceLoss::Orphan:
    IsLost = true;
    return IsInUse && !S.Options.IsCut;
  }
  llvm_unreachable("unhandled loss");
}

/// All that count, by row and node; of several with the same native object the
/// first one.
std::vector<OpenResources::Open> OpenResources::open() const {
  std::vector<std::pair<const ResourceRow *, Node>> Order;
  for (const PerThread<std::vector<Node>> &W : Workers)
    for (Node N : W.Value)
      Order.emplace_back(Plans.at(S.G.classNumber(N)).Row, N);
  sort(Order);
  DenseMap<Node, Node> OwnerOf; // Keys are native objects.
  std::vector<Node> Natives;
  for (auto [Row, N] : Order) {
    Natives.push_back(S.follow(S.read(N), Plans.at(S.G.classNumber(N)).Native));
    if (Natives.back() != NoNode)
      OwnerOf.try_emplace(Natives.back(), N);
  }
  std::vector<Open> All;
  for (auto [Of, Native] : zip(Order, Natives)) {
    auto [Row, N] = Of;
    bool IsLost = false;
    if (OwnerOf.contains(N) ||
        (Native != NoNode && OwnerOf.lookup(Native) != N) ||
        !counts(*Row, isInUse(N), IsLost))
      continue;
    if (isOpen(S.read(N), Plans.at(S.G.classNumber(N))))
      All.push_back({N, Row, IsLost});
  }
  return All;
}

/// Leaves kinds with at least as many as the limit, and all lost ones.
void OpenResources::keepFrequent(std::vector<Open> &All) const {
  MapVector<StringRef, KindSum> Kinds;
  for (const Open &O : All)
    ++(O.IsLost ? Kinds[O.Row->Kind].Lost : Kinds[O.Row->Kind].Open);
  const uint64_t Limit = S.limit(LintId::OpenResources);
  erase_if(All, [&](const Open &O) {
    const KindSum &K = Kinds[O.Row->Kind];
    return !O.IsLost && K.Open + K.Lost < Limit;
  });
}

/// What each keeps alive, without others that it keeps alive.
Expected<std::vector<uint64_t>>
OpenResources::retained(ArrayRef<Open> All) const {
  std::vector<Node> Nodes;
  for (const Open &O : All)
    Nodes.push_back(O.N);
  sort(Nodes);
  Expected<ClosestAbove> Closest = ClosestAbove::make(S.G, S.T, Nodes);
  if (!Closest)
    return Closest.takeError();
  std::vector<uint64_t> Bytes;
  for (const Open &O : All) {
    if (!S.T.isReachable(O.N))
      Bytes.push_back(S.G.shallow(O.N));
    else
      Bytes.push_back(Closest->find(S.T.parent(O.N)) ? 0 : S.T.retained(O.N));
  }
  return Bytes;
}

Error OpenResources::finish(LintFinding &F) {
  std::vector<Open> All = open();
  keepFrequent(All);
  if (All.empty())
    return Error::success();
  Expected<std::vector<uint64_t>> Bytes = retained(All);
  if (!Bytes)
    return Bytes.takeError();
  Tallies ByClass;
  DenseMap<uint64_t, StringRef> KindOf;
  for (auto [O, Retained] : zip(All, *Bytes)) {
    uint64_t Key = keyOf(O);
    ByClass[Key].add(S, O.N, Retained);
    KindOf.try_emplace(Key, O.Row->Kind);
  }
  HolderTally Holders;
  for (const auto &[Key, T] : ByClass) {
    LintRow R =
        T.row(S, Key == JdkKey ? JdkText : S.joinedName(ClassNumber(Key / 2)));
    if (Key != JdkKey) {
      R.Detail = "open " + KindOf[Key].str() +
                 (Key % 2 ? " that nothing can close any more" : "");
      Holders.merge(T.Holders);
    }
    R.IsAnySize = true;
    F.Count += T.Count;
    F.Bytes += T.Bytes;
    F.Rows.push_back(std::move(R));
  }
  F.IsAnySize = true;
  F.Holders = Holders.holders(S);
  trimRows(S, F, [](const LintRow &R) { return R.Count; });
  return Error::success();
}

std::unique_ptr<LintCheck> hprof::makeOpenResources(const LintPasses &P) {
  return std::make_unique<OpenResources>(P.S);
}

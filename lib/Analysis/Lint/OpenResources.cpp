//===- OpenResources.cpp - Resources that were not closed -----------------===//
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
#include <map>

using namespace hprof;
using namespace llvm;

namespace {

/// The heap contains little of a file or a socket, so their number matters. The
/// walk collects all instances of the classes in JavaResources.def: whether one
/// is open often depends on other objects.
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
  enum class State : uint8_t { Closed, Open, Unknown };
  /// A resource found in the walk. If its state is Unknown, another object
  /// determines whether it is open.
  struct Seen {
    const ResourceRow *Row;
    Node N, Native;
    State Is;
    bool operator<(const Seen &O) const {
      return std::tie(Row, N) < std::tie(O.Row, O.N);
    }
  };
  /// An open resource to report.
  struct Open {
    Node N;
    const ResourceRow *Row;
    bool IsLost;
  };
  struct KindSum {
    uint64_t Open = 0, Lost = 0;
  };
  bool isInUse(Node N) const;
  bool isOpen(const LintInstance &I, const ResourcePlan &P);
  bool isOpen(const LintInstance &I, const ResourcePlan::Path &P,
              OpenValues Values);
  bool counts(const ResourceRow &Row, bool IsInUse, bool &IsLost) const;
  std::vector<Open> open();
  void keepFrequent(std::vector<Open> &All) const;
  Expected<std::vector<uint64_t>> retained(ArrayRef<Open> All) const;
  /// Row key for \p O.
  uint64_t keyOf(const Open &O) const {
    if (!O.IsLost && S.isOfJdk(O.N))
      return JdkKey;
    return 2 * uint64_t(S.joined(S.G.classNumber(O.N))) + O.IsLost;
  }

  ClassNumber Finalizer;
  ClassPlans<ResourcePlan> Plans;
  std::vector<PerThread<std::vector<Seen>>> Workers;
  /// By class: the fields of paths after the first field.
  std::map<std::pair<ClassNumber, StringRef>, FieldPlace> Places;
};

} // namespace

/// Whether a value shows that a resource is open. A resource with a missing
/// value is not open.
static bool isOpenValue(const LintInstance &I, FieldPlace Place,
                        OpenValues Values) {
  return Place.isIn(I.Bytes) &&
         Values.contains(isReference(Place.Type) ? int64_t(I.get(Place) != 0)
                                                 : I.getSigned(Place));
}

bool OpenResources::wants(ClassNumber C) {
  ResourcePlan Plan = planResource(S.Contents.context(), S.G.classes()[C].Id);
  if (!Plan.Row)
    return false;
  Plans[C] = std::move(Plan);
  return true;
}

void OpenResources::instance(unsigned Thread, const LintInstance &I) {
  // If several objects have the same id, the graph contains only the first one.
  if (S.G.types().get(I.N) != I.Class)
    return;
  const ResourcePlan &P = Plans.at(I.Class);
  State Is = State::Closed;
  for (const ResourcePlan::Path &Path : P.Paths) {
    if (!Path.Rest.empty())
      Is = State::Unknown;
    else if (isOpenValue(I, Path.First, P.Row->Open))
      Is = State::Open;
  }
  Node Native = S.follow(I, P.Native);
  // There may be many buffers that are views. They are not reported and own
  // nothing.
  if (Is != State::Closed || Native != NoNode)
    Workers[Thread].Value.push_back({P.Row, I.N, Native, Is});
}

/// Whether objects other than a finalizer refer to \p N.
bool OpenResources::isInUse(Node N) const {
  if (!S.T.isReachable(N))
    return false;
  Node P = S.T.parent(N);
  return Finalizer == NoClass || P == NoNode || S.G.asClass(P) != NoClass ||
         S.G.classNumber(P) != Finalizer;
}

bool OpenResources::isOpen(const LintInstance &I, const ResourcePlan::Path &P,
                           OpenValues Values) {
  LintInstance At = I;
  FieldPlace Place = P.First;
  for (StringRef Rest = P.Rest; !Rest.empty();) {
    At = S.read(S.follow(At, Place));
    auto [Name, More] = Rest.split('.');
    auto [It, IsNew] = Places.try_emplace({At.Class, Name});
    if (IsNew)
      It->second = S.field(At.Class, Name);
    Place = It->second;
    Rest = More;
  }
  return isOpenValue(At, Place, Values);
}

bool OpenResources::isOpen(const LintInstance &I, const ResourcePlan &P) {
  return any_of(P.Paths, [&](const ResourcePlan::Path &Path) {
    return isOpen(I, Path, P.Row->Open);
  });
}

/// Whether to report an open resource. Sets \p IsLost if the program should
/// have closed it.
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

/// Returns the resources to report, sorted by row and node. If several
/// resources have the same native object, returns only the first of them.
std::vector<OpenResources::Open> OpenResources::open() {
  std::vector<Seen> Order;
  for (PerThread<std::vector<Seen>> &W : Workers)
    llvm::append_range(Order, std::exchange(W.Value, {}));
  sort(Order);
  DenseMap<Node, Node> OwnerOf; // By native object.
  for (const Seen &R : Order)
    if (R.Native != NoNode)
      OwnerOf.try_emplace(R.Native, R.N);
  std::vector<Open> All;
  for (const Seen &R : Order) {
    bool IsLost = false;
    if (R.Is == State::Closed || OwnerOf.contains(R.N) ||
        (R.Native != NoNode && OwnerOf.lookup(R.Native) != R.N) ||
        !counts(*R.Row, isInUse(R.N), IsLost))
      continue;
    if (R.Is == State::Open ||
        isOpen(S.read(R.N), Plans.at(S.G.classNumber(R.N))))
      All.push_back({R.N, R.Row, IsLost});
  }
  return All;
}

/// Keeps all lost resources, and kinds with at least as many resources as the
/// limit.
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

/// Returns the retained size of each resource, excluding other resources.
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
  DenseMap<TallyKey, StringRef> KindOf;
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
                 (Key % 2 ? " that can no longer be closed" : "");
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

//===- HeldWeakKeys.cpp - Weak keys that values hold ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Lint/Checks.h"
#include "Analysis/Lint/ClosestAbove.h"
#include "hprof/Format/Context/DumpContext.h"

using namespace hprof;
using namespace llvm;

namespace {

/// Weak references do not hold their referents in this dominator tree. If an
/// object is nevertheless dominated by the entry whose weak key it is, or by
/// the map of that entry, then only values in the map hold it.
class HeldWeakKeys : public LintCheck {
public:
  HeldWeakKeys(LintState &S, const CollectionPlans &Reader)
      : LintCheck(S), Reader(Reader),
        Reference(S.findClass("java.lang.ref.Reference")),
        Weak(S.findClass("java.lang.ref.WeakReference")),
        MapEntry(S.findClass("java.util.WeakHashMap$Entry")) {}
  void start(unsigned Threads) override { Workers.resize(Threads); }
  bool wants(ClassNumber C) override;
  void instance(unsigned Thread, const LintInstance &I) override;
  Error finish(LintFinding &F) override;

private:
  /// A weak reference with a value, and the map that holds it.
  struct Entry {
    Node N, Key;
    Node Map = NoNode;
  };
  bool hasValue(ClassNumber C) const;
  Error findMaps(std::vector<Entry> &All) const;
  Error keepHeld(std::vector<Entry> &All) const;
  uint64_t bytesOf(const Entry &E) const;

  const CollectionPlans &Reader;
  ClassNumber Reference, Weak, MapEntry;
  ClassPlans<FieldPlace> Referents;
  std::vector<PerThread<std::vector<Entry>>> Workers;
};

} // namespace

/// Whether instances of \p C, a weak reference class, also refer to other
/// objects.
bool HeldWeakKeys::hasValue(ClassNumber C) const {
  const InstanceShape *Shape = S.Contents.shape(C);
  const uint64_t Bases[] = {S.G.classes()[Weak].Id,
                            S.G.classes()[Reference].Id};
  bool Has = false;
  if (Shape)
    Shape->forEachReference(
        FieldOrder::OwnFirst, UINT64_MAX,
        [&](const FieldSlot &F) { Has |= !is_contained(Bases, F.Class->Id); });
  return Has;
}

bool HeldWeakKeys::wants(ClassNumber C) {
  // The class Reference may be missing from the dump.
  if (Reference == NoClass || !S.isA(C, Weak) || !hasValue(C))
    return false;
  Referents[C] = S.field(C, "referent", Reference);
  return bool(Referents[C]);
}

void HeldWeakKeys::instance(unsigned Thread, const LintInstance &I) {
  Node Key = S.follow(I, Referents.at(I.Class));
  if (Key != NoNode && S.T.parent(Key) != NoNode)
    Workers[Thread].Value.push_back({I.N, Key});
}

/// Looks up the maps of the entries of WeakHashMap.
Error HeldWeakKeys::findMaps(std::vector<Entry> &All) const {
  const std::vector<Node> Maps = Reader.collections(S.T);
  Expected<ClosestAbove> Closest = ClosestAbove::make(S.G, S.T, Maps);
  if (!Closest)
    return Closest.takeError();
  for (Entry &E : All)
    if (S.isA(S.G.classNumber(E.N), MapEntry))
      if (std::optional<size_t> At = Closest->find(E.N))
        E.Map = Maps[*At];
  return Error::success();
}

/// Removes the entries whose keys are held by other objects, or by no object.
Error HeldWeakKeys::keepHeld(std::vector<Entry> &All) const {
  DenseMap<Node, Node> MapOf; // Keys are entries and maps.
  for (const Entry &E : All) {
    MapOf[E.N] = E.Map == NoNode ? E.N : E.Map;
    if (E.Map != NoNode)
      MapOf[E.Map] = E.Map;
  }
  std::vector<Node> Nodes;
  for (const auto &[N, Map] : MapOf)
    Nodes.push_back(N);
  sort(Nodes);
  Expected<ClosestAbove> Closest = ClosestAbove::make(S.G, S.T, Nodes);
  if (!Closest)
    return Closest.takeError();
  erase_if(All, [&](const Entry &E) {
    std::optional<size_t> At = Closest->find(E.Key);
    return !At || MapOf.lookup(Nodes[*At]) != MapOf.lookup(E.N);
  });
  return Error::success();
}

/// Returns the bytes that would be freed with the entry, excluding other
/// entries in its bucket.
uint64_t HeldWeakKeys::bytesOf(const Entry &E) const {
  uint64_t Bytes = S.G.shallow(E.N);
  Node Last = NoNode;
  S.G.forEachReference(E.N, [&](Node To) {
    if (S.T.parent(To) == E.N && To != Last && S.G.asClass(To) == NoClass &&
        !S.isA(S.G.classNumber(To), Weak))
      Bytes += S.T.retained(To);
    Last = To;
  });
  return Bytes;
}

Error HeldWeakKeys::finish(LintFinding &F) {
  std::vector<Entry> All;
  for (PerThread<std::vector<Entry>> &W : Workers)
    llvm::append_range(All, W.Value);
  sort(All, [](const Entry &A, const Entry &B) { return A.N < B.N; });
  if (All.empty())
    return Error::success();
  if (Error E = findMaps(All))
    return E;
  if (Error E = keepHeld(All))
    return E;
  const uint64_t Classes = S.G.classes().size();
  auto ClassOf = [&](Node N) { return S.joined(S.G.classNumber(N)); };
  Tallies ByClass;
  for (const Entry &E : All) {
    const Node Map = E.Map == NoNode ? E.N : E.Map;
    const uint64_t Key = ClassOf(Map) * Classes + ClassOf(E.Key);
    ByClass[S.isOfJdk(E.N) ? JdkKey : Key].add(S, E.N, bytesOf(E));
  }
  fillFinding(
      S, F, ByClass,
      [&](uint64_t Key) { return S.joinedName(ClassNumber(Key % Classes)); },
      [&](uint64_t Key, const Tally &) {
        return "keys in " + S.joinedName(ClassNumber(Key / Classes));
      });
  return Error::success();
}

std::unique_ptr<LintCheck> hprof::makeHeldWeakKeys(const LintPasses &P) {
  return std::make_unique<HeldWeakKeys>(P.S, P.Reader);
}

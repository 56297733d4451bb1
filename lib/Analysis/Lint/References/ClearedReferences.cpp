//===- ClearedReferences.cpp - Maps full of cleared references ------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Lint/Checks.h"
#include "Analysis/Lint/ClosestAbove.h"
#include "hprof/Java/JavaPackages.h"
#include <map>

using namespace hprof;
using namespace llvm;

namespace {

class ClearedReferences : public LintCheck {
public:
  ClearedReferences(LintState &S, const CollectionPlans &Reader)
      : LintCheck(S), Reader(Reader),
        Reference(S.findClass("java.lang.ref.Reference")),
        Kinds{S.findClass("java.lang.ref.WeakReference"),
              S.findClass("java.lang.ref.SoftReference")},
        Local(S.findClass("java.lang.ThreadLocal$ThreadLocalMap$Entry")) {}
  void start(unsigned Threads) override { Workers.resize(Threads); }
  bool wants(ClassNumber C) override;
  void instance(unsigned Thread, const LintInstance &I) override;
  Error finish(LintFinding &F) override;

private:
  /// Cleared references in a collection.
  struct Cleared {
    uint64_t Count = 0, Bytes = 0;
    ClassNumber Class = NoClass;
  };
  bool isElement(Node N, Node Of) const;
  uint64_t bytesOf(Node N, Node Of) const;
  uint64_t own(Node N, Node But) const;

  const CollectionPlans &Reader;
  ClassNumber Reference, Kinds[2], Local;
  ClassPlans<FieldPlace> Referents;
  std::vector<PerThread<std::vector<Node>>> Workers;
};

} // namespace

bool ClearedReferences::wants(ClassNumber C) {
  // A separate check handles stale thread locals.
  if ((!S.isA(C, Kinds[0]) && !S.isA(C, Kinds[1])) || S.isA(C, Local))
    return false;
  Referents[C] = S.field(C, "referent", Reference);
  return bool(Referents[C]);
}

void ClearedReferences::instance(unsigned Thread, const LintInstance &I) {
  FieldPlace Referent = Referents.at(I.Class);
  if (Referent.isIn(I.Bytes) && !I.get(Referent))
    Workers[Thread].Value.push_back(I.N);
}

/// Whether there are only entries and arrays between \p Of and \p N. In a long
/// list, examining the first entries suffices.
bool ClearedReferences::isElement(Node N, Node Of) const {
  constexpr unsigned MaxSteps = 64;
  for (unsigned I = 0; I != MaxSteps; ++I) {
    N = S.T.parent(N);
    if (N == Of || N == NoNode)
      return N == Of;
    const GraphClass &C = S.G.classOf(N);
    if (S.G.asClass(N) != NoClass ||
        (!C.isArray() && !isOfPackage(C.Name, Container)))
      return false;
  }
  return true;
}

/// Returns the bytes of \p N and of the objects that it dominates, except
/// \p But and, since entries may be linked, objects of its class.
uint64_t ClearedReferences::own(Node N, Node But) const {
  uint64_t Bytes = S.G.shallow(N);
  const ClassNumber Class = S.G.classNumber(N);
  Node Last = NoNode;
  S.G.forEachReference(N, [&](Node To) {
    if (S.T.parent(To) == N && To != Last && To != But &&
        S.G.asClass(To) == NoClass && S.G.classNumber(To) != Class)
      Bytes += S.T.retained(To);
    Last = To;
  });
  return Bytes;
}

/// Returns the bytes that would be freed with the element \p N of \p Of,
/// including its entry and key.
uint64_t ClearedReferences::bytesOf(Node N, Node Of) const {
  const Node Entry = S.T.parent(N);
  const bool HasEntry = Entry != Of && !S.G.classOf(Entry).isArray() &&
                        S.G.classNumber(Entry) != S.G.classNumber(N);
  return own(N, NoNode) + (HasEntry ? own(Entry, N) : 0);
}

Error ClearedReferences::finish(LintFinding &F) {
  std::vector<Node> All;
  for (PerThread<std::vector<Node>> &W : Workers)
    llvm::append_range(All, W.Value);
  sort(All);
  if (All.empty())
    return Error::success();
  const std::vector<Node> Maps = Reader.collections(S.T);
  Expected<ClosestAbove> Closest = ClosestAbove::make(S.G, S.T, Maps);
  if (!Closest)
    return Closest.takeError();
  std::map<Node, Cleared> ByMap;
  for (Node N : All) {
    std::optional<size_t> At = Closest->find(N);
    if (!At || !isElement(N, Maps[*At]))
      continue;
    Cleared &Of = ByMap[Maps[*At]];
    ++Of.Count;
    Of.Bytes += bytesOf(N, Maps[*At]);
    Of.Class = S.joined(S.G.classNumber(N));
  }
  const uint64_t Classes = S.G.classes().size();
  const uint64_t Limit = S.limit(LintId::ClearedReferences);
  Tallies ByClass;
  for (const auto &[Map, Of] : ByMap) {
    std::optional<CollectionSize> Size = collectionSize(S.Contents, Map);
    if (!Size || Of.Count * 100 < Size->Size * Limit)
      continue;
    Tally &T =
        ByClass[S.isOfJdk(Map)
                    ? JdkKey
                    : S.joined(S.G.classNumber(Map)) * Classes + Of.Class];
    T.add(S, Map, Of.Bytes);
    T.Count += Of.Count - 1;
    T.Used += Of.Count;
    T.Room += std::max(Size->Size, Of.Count);
  }
  fillFinding(
      S, F, ByClass,
      [&](uint64_t Key) { return S.joinedName(ClassNumber(Key / Classes)); },
      [&](uint64_t Key, const Tally &T) {
        return std::to_string(T.Used) + " of " + std::to_string(T.Room) +
               " elements are cleared references: " +
               S.joinedName(ClassNumber(Key % Classes));
      });
  return Error::success();
}

std::unique_ptr<LintCheck> hprof::makeClearedReferences(const LintPasses &P) {
  return std::make_unique<ClearedReferences>(P.S, P.Reader);
}

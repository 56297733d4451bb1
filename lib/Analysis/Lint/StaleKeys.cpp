//===- StaleKeys.cpp - Keys that were changed in their map ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "KeyHashes.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Java/CollectionRows.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace hprof;
using namespace llvm;

namespace {

/// A key that changes while it is in a map can no longer be found, and may be
/// added again. There are two signs of this: the stored hash code differs from
/// the current one, or the map contains the same object as a key more than
/// once. Immutable keys are ignored for the second sign.
class StaleKeys : public LintCheck {
public:
  StaleKeys(LintState &S, const CollectionPlans &Reader)
      : LintCheck(S), Reader(Reader), Hashes(S, Reader) {}
  void start(unsigned Threads) override {
    Workers.resize(Threads);
    if (!S.G.classes().empty())
      (void)Plans[ClassNumber(S.G.classes().size() - 1)];
  }
  bool wants(ClassNumber C) override;
  void instance(unsigned Thread, const LintInstance &I) override;
  Error finish(LintFinding &F) override;

private:
  struct Plan {
    EntryHash By = EntryHash::Unknown;
    FieldPlace Hash, Key, Value;
  };
  /// An entry whose key is misplaced, or may be in the map twice.
  struct Entry {
    Node Key, N;
    uint64_t Bytes; ///< Bytes that would be freed with the entry.
    bool IsMoved;   ///< Whether the hash code has changed.
  };
  struct Stale {
    uint64_t Moved = 0, Again = 0, Bytes = 0;
    Node Example = NoNode; ///< An example of a key.
  };
  bool isMoved(const LintInstance &I, const Plan &P, Node Key) const;
  uint64_t bytesOf(const LintInstance &I, const Plan &P, Node Key) const;
  void addOthers(std::vector<Entry> &To) const;
  static void addKey(Stale &Of, ArrayRef<Entry> Entries);

  const CollectionPlans &Reader;
  KeyHashes Hashes;
  ClassPlans<Plan> Plans;
  std::atomic<bool> AnyAgain{false};
  std::vector<PerThread<std::vector<Entry>>> Workers;
};

} // namespace

bool StaleKeys::wants(ClassNumber C) {
  Plan &P = Plans[C];
  for (const EntryRow &Row : entryRows()) {
    if (Row.Hash == EntryHash::None)
      continue;
    ClassNumber Base = S.findClass(Row.Class);
    if (!S.isA(C, Base))
      continue;
    P = {Row.Hash, S.field(C, "hash", Base), S.field(C, Row.Holds[0], Base),
         S.field(C, Row.Holds[1], Base)};
    return P.Hash && P.Key;
  }
  return false;
}

bool StaleKeys::isMoved(const LintInstance &I, const Plan &P, Node Key) const {
  if (P.By == EntryHash::Unknown)
    return false;
  std::optional<int32_t> Now = Hashes.of(Key);
  if (!Now)
    return false;
  uint32_t Hash = uint32_t(*Now);
  if (P.By != EntryHash::Plain)
    Hash ^= Hash >> 16;
  if (P.By == EntryHash::Positive)
    Hash &= INT32_MAX;
  return Hash != uint32_t(I.get(P.Hash));
}

/// Returns the bytes of the entry and of those of its key and value that are
/// not shared.
uint64_t StaleKeys::bytesOf(const LintInstance &I, const Plan &P,
                            Node Key) const {
  uint64_t Bytes = S.G.shallow(I.N);
  Node Value = S.follow(I, P.Value);
  for (Node N : {Key, Value == Key ? NoNode : Value})
    if (N != NoNode && S.T.parent(N) == I.N)
      Bytes += S.T.retained(N);
  return Bytes;
}

void StaleKeys::instance(unsigned Thread, const LintInstance &I) {
  const Plan &P = Plans.at(I.Class);
  Node Key = S.follow(I, P.Key);
  if (Key == NoNode || S.G.asClass(Key) != NoClass)
    return;
  ClassNumber C = S.G.classNumber(Key);
  if (Hashes.knows(C) && isMoved(I, P, Key))
    Workers[Thread].Value.push_back({Key, I.N, bytesOf(I, P, Key), true});
  else if (Hashes.isImmutable(C))
    return;
  if (!S.Keys.insert(Key)) {
    S.KeysAgain.insert(Key);
    AnyAgain = true;
  }
}

/// Adds the entries with repeated keys that are not known to be misplaced.
void StaleKeys::addOthers(std::vector<Entry> &To) const {
  if (!AnyAgain)
    return;
  sort(To, [](const Entry &A, const Entry &B) { return A.N < B.N; });
  const size_t Moved = To.size();
  for (Node N = 0; N != S.G.size(); ++N) {
    uint64_t C = S.G.types().get(N);
    if (C >= S.G.classes().size() || !Plans.at(ClassNumber(C)).Key ||
        !S.T.isReachable(N))
      continue;
    bool IsOne = false;
    S.G.forEachReference(N,
                         [&](Node To) { IsOne |= S.KeysAgain.contains(To); });
    if (!IsOne)
      continue;
    LintInstance I = S.read(N);
    const Plan &P = Plans.at(ClassNumber(C));
    Node Key = S.follow(I, P.Key);
    if (Key == NoNode || !S.KeysAgain.contains(Key) ||
        std::binary_search(
            To.begin(), To.begin() + Moved, Entry{Key, N, 0, false},
            [](const Entry &A, const Entry &B) { return A.N < B.N; }))
      continue;
    To.push_back({Key, N, bytesOf(I, P, Key), false});
  }
}

/// Adds \p Entries, which are in the same map and have the same key. One of the
/// entries that are not known to be misplaced may be correct.
void StaleKeys::addKey(Stale &Of, ArrayRef<Entry> Entries) {
  uint64_t Moved = 0, MovedBytes = 0, Bytes = 0, Largest = 0;
  for (const Entry &E : Entries) {
    Moved += E.IsMoved;
    (E.IsMoved ? MovedBytes : Bytes) += E.Bytes;
    if (!E.IsMoved)
      Largest = std::max(Largest, E.Bytes);
  }
  uint64_t Again = Entries.size() - Moved;
  Again -= Again != 0;
  if (!Moved && !Again)
    return;
  Of.Moved += Moved;
  Of.Again += Again;
  Of.Bytes += MovedBytes + Bytes - Largest;
  Of.Example = std::min(Of.Example, Entries.front().Key);
}

Error StaleKeys::finish(LintFinding &F) {
  std::vector<Entry> Entries;
  for (PerThread<std::vector<Entry>> &W : Workers) {
    llvm::append_range(Entries, W.Value);
    std::vector<Entry>().swap(W.Value);
  }
  addOthers(Entries);
  sort(Entries, [](const Entry &A, const Entry &B) {
    return std::pair(A.Key, A.N) < std::pair(B.Key, B.N);
  });
  std::map<Node, Stale> Maps;
  for (ArrayRef<Entry> Rest = Entries; !Rest.empty();) {
    ArrayRef<Entry> Same = Rest.take_while(
        [&](const Entry &E) { return E.Key == Rest.front().Key; });
    Rest = Rest.drop_front(Same.size());
    // Most keys have a single, correctly placed entry.
    if (Same.size() == 1 && !Same.front().IsMoved)
      continue;
    std::map<Node, std::vector<Entry>> ByMap;
    for (const Entry &E : Same)
      if (Node Map = Reader.mapAbove(S.T, E.N); Map != NoNode)
        ByMap[Map].push_back(E);
    for (const auto &[Map, Of] : ByMap)
      if (Of.size() > 1 || Of.front().IsMoved)
        addKey(Maps[Map], Of);
  }
  Tallies ByMap;
  for (const auto &[Map, Of] : Maps) {
    if (!Of.Moved && !Of.Again)
      continue;
    Tally &T = ByMap[Map];
    T.add(S, Map, Of.Bytes);
    T.Count = Of.Moved + Of.Again;
  }
  fillFinding(
      S, F, ByMap, [&](uint64_t Map) { return S.G.describe(Map); },
      [&](uint64_t Map, const Tally &) {
        const Stale &Of = Maps[Map];
        std::string Text;
        if (Of.Moved)
          Text = counted(Of.Moved, "key") + " whose hash code has changed";
        if (Of.Again)
          Text += (Text.empty() ? "" : ", ") +
                  counted(Of.Again, "extra entry for an existing key",
                          "extra entries for existing keys");
        return Text + ", for example " + S.G.describe(Of.Example) + " 0x" +
               utohexstr(S.G.id(Of.Example), /*LowerCase=*/true);
      });
  return Error::success();
}

std::unique_ptr<LintCheck> hprof::makeStaleKeys(const LintPasses &P) {
  return std::make_unique<StaleKeys>(P.S, P.Reader);
}

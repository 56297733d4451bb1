//===- Tally.cpp - Sums of the findings of checks -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tally.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace hprof;
using namespace llvm;

void HolderTally::Entry::add(HolderPath P) {
  auto Before = [](const HolderPath &A, const HolderPath &B) {
    // Odd, so that multiplication is invertible.
    constexpr uint64_t Spread = 0x9e3779b97f4a7c15;
    return A.Child * Spread < B.Child * Spread;
  };
  auto *At = lower_bound(Samples, P, Before);
  if (size_t(At - Samples.begin()) == MostSamples ||
      (At != Samples.end() && At->Child == P.Child))
    return;
  Samples.insert(At, P);
  if (Samples.size() > MostSamples)
    Samples.pop_back();
}

/// Key for the kind of a root without a thread; SeveralKey for other objects.
uint64_t HolderTally::rootKey(const LintState &S, Node N) {
  const GraphRoot *R = partition_point(
      S.G.roots(), [&](const GraphRoot &Of) { return Of.Object < N; });
  for (; R != S.G.roots().end() && R->Object == N; ++R)
    if (R->Thread == NoNode)
      return RootKeys + uint64_t(R->Kind);
  return SeveralKey;
}

uint64_t HolderTally::key(const LintState &S, const HolderPath &P) {
  if (P.Holder == NoNode)
    return S.T.isReachable(P.Child) ? rootKey(S, P.Child) : LostKey;
  uint64_t Type = S.G.types().get(P.Holder), Classes = S.G.classes().size();
  return S.joined(ClassNumber(Type % Classes)) + Type / Classes * Classes;
}

void HolderTally::add(const LintState &S, Node N, uint64_t Bytes,
                      uint64_t Count) {
  HolderPath P = S.holderOf(N);
  Entry &E = Entries[key(S, P)];
  E.Count += Count;
  E.Bytes += Bytes;
  E.add(P);
}

/// Reverts add() with the same arguments.
void HolderTally::remove(const LintState &S, Node N, uint64_t Bytes) {
  auto At = Entries.find(key(S, S.holderOf(N)));
  At->second.Bytes -= Bytes;
  if (!--At->second.Count)
    Entries.erase(At);
}

void HolderTally::merge(const HolderTally &Other) {
  for (const auto &[Key, From] : Other.Entries) {
    Entry &E = Entries[Key];
    E.Count += From.Count;
    E.Bytes += From.Bytes;
    for (const HolderPath &P : From.Samples)
      E.add(P);
  }
}

/// Returns the name of the class, with the names of the holding fields from
/// samples.
std::string HolderTally::name(const LintState &S, uint64_t Key,
                              const Entry &E) const {
  if (Key >= RootKeys)
    return std::string("(") + recordInfo(RecordKind(Key - RootKeys)).Text + ")";
  if (Key == SeveralKey)
    return "(several holders)";
  if (Key == LostKey)
    return "(unreachable)";
  SmallSetVector<StringRef, 4> Fields;
  std::vector<std::string> Names;
  for (const HolderPath &P : E.Samples)
    if (std::optional<ReferenceLabel> L =
            S.Contents.labelOf(P.Holder, P.Child)) {
      if (L->Kind == LabelKind::Element)
        continue;
      Names.push_back(L->Kind == LabelKind::Local ? "<local>"
                                                  : S.Contents.name(*L));
    }
  for (const std::string &F : Names)
    Fields.insert(F);
  constexpr size_t MostFields = 4;
  std::string Name;
  for (auto [I, F] : enumerate(Fields.getArrayRef().take_front(MostFields)))
    Name += (I ? ", ." : ".") + F.str();
  if (Fields.size() > MostFields)
    Name += ", ...";
  const uint64_t Classes = S.G.classes().size();
  return (Key < Classes ? "" : "class ") +
         S.joinedName(ClassNumber(Key % Classes), Name);
}

std::vector<LintHolder> HolderTally::holders(const LintState &S) const {
  std::vector<std::pair<uint64_t, const Entry *>> Order;
  for (const auto &[Key, E] : Entries)
    Order.emplace_back(Key, &E);
  sort(Order, [](const auto &A, const auto &B) {
    return std::tuple(B.second->Bytes, B.second->Count, A.first) <
           std::tuple(A.second->Bytes, A.second->Count, B.first);
  });
  std::vector<LintHolder> Out;
  for (auto [Key, E] : Order) {
    if (Out.size() >= S.Options.MaxHolders)
      break;
    Out.push_back(
        {name(S, Key, *E), E->Count, E->Bytes, E->Samples.front().Holder});
  }
  return Out;
}

void Tally::addExample(Node N, uint64_t Size) {
  std::pair<uint64_t, Node> New(Size, N);
  auto Before = [](const auto &A, const auto &B) {
    return std::pair(B.first, A.second) < std::pair(A.first, B.second);
  };
  if (Examples.size() == MostExamples && !Before(New, Examples.back()))
    return;
  Examples.insert(lower_bound(Examples, New, Before), New);
  if (Examples.size() > MostExamples)
    Examples.pop_back();
}

void Tally::add(const LintState &S, Node N, uint64_t NewBytes, uint64_t Size,
                Node Held) {
  ++Count;
  Bytes += NewBytes;
  Holders.add(S, Held == NoNode ? N : Held, NewBytes);
  addExample(N, Size);
}

void Tally::merge(const Tally &Other) {
  Count += Other.Count;
  Bytes += Other.Bytes;
  Used += Other.Used;
  Room += Other.Room;
  Holders.merge(Other.Holders);
  for (auto [B, N] : Other.Examples)
    addExample(N, B);
}

void Tally::dropFirst(const LintState &S) {
  auto [First, N] = Examples.front();
  --Count;
  Bytes -= First;
  Holders.remove(S, N, First);
  Examples.erase(Examples.begin());
}

LintRow Tally::row(const LintState &S, std::string What) const {
  LintRow R;
  R.What = std::move(What);
  R.Count = Count;
  R.Bytes = Bytes;
  for (auto [B, N] : ArrayRef(Examples).take_front(S.Options.MaxExamples))
    R.Examples.push_back(N);
  R.Holders = Holders.holders(S);
  return R;
}

void hprof::addJdkRow(const LintState &S, LintFinding &F, const Tally &OfJdk) {
  if (!OfJdk.Count)
    return;
  F.Count += OfJdk.Count;
  F.Bytes += OfJdk.Bytes;
  ++F.RowsInAll;
  F.Rows.push_back(OfJdk.row(S, JdkText));
  trimRows(S, F);
}

void hprof::trimRows(const LintState &S, LintFinding &F,
                     function_ref<uint64_t(const LintRow &)> Size) {
  sort(F.Rows, [&](const LintRow &A, const LintRow &B) {
    const uint64_t SizeA = Size ? Size(A) : A.Bytes,
                   SizeB = Size ? Size(B) : B.Bytes;
    return std::tie(B.IsAnySize, SizeB, B.Bytes, B.Count, A.What, A.Detail,
                    A.Examples) < std::tie(A.IsAnySize, SizeA, A.Bytes, A.Count,
                                           B.What, B.Detail, B.Examples);
  });
  F.RowsInAll = std::max<uint64_t>(F.RowsInAll, F.Rows.size());
  if (F.Rows.size() > S.Options.MaxRows)
    F.Rows.resize(S.Options.MaxRows);
}

void hprof::fillFinding(
    const LintState &S, LintFinding &F, const Tallies &All,
    function_ref<std::string(uint64_t Key)> Name,
    function_ref<std::string(uint64_t Key, const Tally &)> Detail,
    function_ref<bool(uint64_t Key, const Tally &)> IsAnySize) {
  struct Entry {
    bool IsAnySize;
    uint64_t Key;
    const Tally *T;
  };
  HolderTally Holders;
  std::vector<Entry> Order;
  for (const auto &[Key, T] : All) {
    Order.push_back({IsAnySize && Key != JdkKey && IsAnySize(Key, T), Key, &T});
    F.Count += T.Count;
    F.Bytes += T.Bytes;
    F.IsAnySize |= Order.back().IsAnySize;
    // The row for JdkKey lists its own holders.
    if (Key != JdkKey)
      Holders.merge(T.Holders);
  }
  sort(Order, [](const Entry &A, const Entry &B) {
    return std::tuple(B.IsAnySize, B.T->Bytes, B.T->Count, A.Key) <
           std::tuple(A.IsAnySize, A.T->Bytes, A.T->Count, B.Key);
  });
  F.RowsInAll = Order.size();
  if (Order.size() > S.Options.MaxRows)
    Order.resize(S.Options.MaxRows);
  for (const Entry &E : Order) {
    LintRow R = E.T->row(S, E.Key == JdkKey ? JdkText : Name(E.Key));
    if (Detail && E.Key != JdkKey)
      R.Detail = Detail(E.Key, *E.T);
    R.IsAnySize = E.IsAnySize;
    F.Rows.push_back(std::move(R));
  }
  F.Holders = Holders.holders(S);
  trimRows(S, F);
}

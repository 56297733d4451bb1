//===- FlattenedValues.cpp - Value objects inside their holders -----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Layout/FlattenedValues.h"
#include "hprof/Layout/ClassModel.h"
#include "hprof/Layout/ObjectLayout.h"
#include "hprof/Layout/Superclasses.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

/// Limits on memory for adversarial dumps; real programs flatten values in a
/// few hundred fields and array classes, with a few value classes per holder.
static constexpr size_t MaxPlaces = 1 << 16, MaxRuns = 16;
/// A longer chain of superclasses is a cycle.
static constexpr unsigned MaxSuper = 256;
/// No VM flattens larger values, or values of more classes in one holder.
static constexpr uint64_t MaxSlot = 128;
static constexpr size_t MaxValues = 64;

//===----------------------------------------------------------------------===//
// Which ids are flattened
//===----------------------------------------------------------------------===//

void FlattenedEvidence::candidate(uint64_t Address, uint64_t Class) {
  ++(Address & 7 ? Misaligned : Low);
  Highest = std::max(Highest, Address);
  if (!isExcluded())
    addRun({Class, 1});
}

void FlattenedEvidence::addRun(const Run &R) {
  if (HasHolder && !Holder)
    Orphans += R.Count;
  std::vector<Run> &To = HasHolder ? Runs : Before;
  auto Same = find_if(To, [&](const Run &O) { return O.Value == R.Value; });
  if (Same != To.end())
    Same->Count += R.Count;
  else if (To.size() != MaxRuns)
    To.push_back(R);
}

void FlattenedEvidence::endRuns() {
  if (Holder)
    for (const Run &R : Runs)
      addPlace({Holder, HolderIsArray, R.Value}, R.Count);
  Runs.clear();
}

void FlattenedEvidence::addPlace(const Key &K, uint64_t Count) {
  auto It = Places.find(K);
  if (It != Places.end())
    It->second = std::max(It->second, Count);
  else if (Places.size() != MaxPlaces)
    Places.emplace(K, Count);
}

void FlattenedEvidence::merge(const FlattenedEvidence &Next) {
  Misaligned += Next.Misaligned;
  Low += Next.Low;
  Highest = std::max(Highest, Next.Highest);
  Orphans += Next.Orphans;
  OtherBits |= Next.OtherBits;
  Lowest = std::min(Lowest, Next.Lowest);
  for (const Run &R : Next.Before)
    addRun(R);
  for (const auto &[K, Count] : Next.Places)
    addPlace(K, Count);
  if (!Next.HasHolder)
    return;
  endRuns();
  Holder = Next.Holder;
  HolderIsArray = Next.HolderIsArray;
  HasHolder = true;
  Runs = Next.Runs;
}

FlattenedValues FlattenedEvidence::decide(uint64_t IdBase) const {
  // Without other objects, ids are arbitrary numbers.
  if (!Misaligned || Lowest == UINT64_MAX || isExcluded() || Highest >= Lowest)
    return {};
  // The VM numbers flattened values from 1, and writes each value after its
  // holder. Objects may have been dropped from the dump since, and damage may
  // hide some.
  uint64_t Lost = Orphans;
  for (const Run &R : Before)
    Lost += R.Count;
  if (Lost > numCandidates() / 64 || Highest / 16 > numCandidates())
    return {};
  FlattenedEvidence All = *this;
  All.endRuns();
  std::vector<FlattenedValues::Place> Found;
  Found.reserve(All.Places.size());
  for (const auto &[K, Count] : All.Places)
    Found.push_back({std::get<0>(K), std::get<2>(K), std::get<1>(K), Count});
  // Id 0 is null.
  return {IdBase + 1, Lowest - 1, numCandidates(), std::move(Found)};
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// Returns the size of a field or an element for a value of class \p Value: the
/// sizes of its fields, and a byte for whether it is null. Up to 8 bytes are
/// read and written at once, hence a power of two. 0 if the size is unknown.
static uint32_t slotBytes(const ClassIndex &Index, uint64_t Value,
                          const ObjectLayout &Layout) {
  uint64_t Bytes = 1;
  unsigned Widest = 1;
  std::optional<size_t> I = Index.find(Value);
  if (!I)
    return 0;
  for (unsigned Depth = 0; I && Depth != MaxSuper; ++Depth) {
    const ClassModel &C = Index.classes()[*I];
    for (const FieldModel &F : C.Fields) {
      Bytes += Layout.widthOf(F.Type);
      Widest = std::max(Widest, Layout.widthOf(F.Type));
      // A damaged dump may have classes with any number of fields.
      if (Bytes > MaxSlot)
        return 0;
    }
    I = C.Super ? Index.find(C.Super) : std::nullopt;
  }
  return uint32_t(Bytes <= 8 ? PowerOf2Ceil(Bytes) : alignTo(Bytes, Widest));
}

/// Changes \p F to a field of \p Bytes, adding fields to \p C if necessary.
static void widen(ClassModel &C, size_t F, uint32_t Bytes) {
  static constexpr BasicType Types[] = {BasicType::Long, BasicType::Int,
                                        BasicType::Short, BasicType::Byte};
  bool IsFirst = true;
  for (BasicType T : Types)
    for (unsigned Width = widthOf(T, 8); Bytes >= Width; Bytes -= Width) {
      if (IsFirst)
        C.Fields[F].Type = T;
      else
        C.Fields.push_back({"", T});
      IsFirst = false;
    }
}

static uint64_t countOf(const std::map<uint64_t, uint64_t> &Counts,
                        uint64_t Value) {
  auto It = Counts.find(Value);
  return It == Counts.end() ? 0 : It->second;
}

FlatElements hprof::placeFlattened(MutableArrayRef<ClassModel> Models,
                                   const ClassIndex &Index,
                                   const FlattenedValues &Values,
                                   const ObjectLayout &Layout) {
  FlatElements Elements;
  // From the dump's own fields, before any of them is changed.
  std::map<uint64_t, uint32_t> Slots;
  for (const FlattenedValues::Place &P : Values.places())
    if (auto [It, IsNew] = Slots.try_emplace(P.Value, 0); IsNew)
      It->second = slotBytes(Index, P.Value, Layout);
  /// Values by class, with the number in each instance. Classes without a place
  /// of their own share the map of their superclass.
  using ValueCounts = std::map<uint64_t, uint64_t>;
  std::vector<std::shared_ptr<ValueCounts>> Of(Models.size());
  for (const FlattenedValues::Place &P : Values.places()) {
    auto Slot = Slots.find(P.Value);
    std::optional<size_t> I = Index.find(P.Holder);
    if (!Slot->second || !I)
      continue;
    if (P.IsArray)
      Elements[P.Holder] = std::max(Elements.lookup(P.Holder), Slot->second);
    else {
      if (!Of[*I])
        Of[*I] = std::make_shared<ValueCounts>();
      if (Of[*I]->size() != MaxValues)
        (*Of[*I])[P.Value] = P.Most;
    }
  }
  if (none_of(Of, [](const auto &Each) { return bool(Each); }))
    return Elements;
  auto SuperOf = [&](size_t I) -> std::optional<size_t> {
    return Models[I].Super ? Index.find(Models[I].Super) : std::nullopt;
  };
  forEachFromTheTop(
      Models.size(), SuperOf, [&](size_t I, std::optional<size_t> Super) {
        const ValueCounts None;
        const ValueCounts &Inherited = Super && Of[*Super] ? *Of[*Super] : None;
        if (!Of[I]) {
          if (Super)
            Of[I] = Of[*Super];
          return;
        }
        size_t F = 0;
        const size_t Own = Models[I].Fields.size();
        for (const auto &[Value, Most] : *Of[I])
          for (uint64_t N = countOf(Inherited, Value); N < Most && F != Own;
               ++F)
            if (Models[I].Fields[F].Type == BasicType::Object) {
              widen(Models[I], F, Slots[Value]);
              ++N;
            }
        // Subclasses also inherit the values of superclasses.
        for (const auto &[Value, Most] : Inherited)
          if (Of[I]->size() != MaxValues || Of[I]->count(Value))
            (*Of[I])[Value] = std::max((*Of[I])[Value], Most);
      });
  return Elements;
}

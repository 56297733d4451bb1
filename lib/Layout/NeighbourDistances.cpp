//===- NeighbourDistances.cpp - Distances between objects -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NeighbourDistances.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

using namespace hprof;
using namespace llvm;

/// Maximum distance of neighbors in bytes.
static constexpr uint64_t Close = 1 << 10;

NeighbourDistances::NeighbourDistances(const LayoutEvidence &Evidence) {
  using Object = LayoutEvidence::Object;
  // Flattened values and their holders are excluded, as the values may be
  // larger than the references that they replace in their holders.
  const FlattenedValues Flattened = Evidence.flattened();
  const bool HasFlat = Flattened.count() != 0;
  DenseSet<IdKey> FlatArrays, FlatInstances;
  for (const FlattenedValues::Place &Place : Flattened.places())
    if (Place.IsArray)
      FlatArrays.insert(LayoutEvidence::tagOf(Place.Holder));
    else
      FlatInstances.insert(Place.Holder);
  auto IsFlat = [&](const Object &O) {
    return unsigned(O.Element)
               ? FlatArrays.contains(O.What & ~UINT64_C(0xffffffff))
               : FlatInstances.contains(O.What);
  };
  auto Samples = ArrayRef(Evidence.Samples);
  auto Limits = ArrayRef(Evidence.Limits);
  if (HasFlat) {
    Samples = Samples.take_front(LayoutEvidence::CandidateKind);
    Limits = Limits.take_front(LayoutEvidence::CandidateKind);
  }
  const bool IsImpossible =
      Evidence.IsImpossible || (Evidence.IsDense && !HasFlat);
  std::vector<Object> Sorted;
  Sorted.reserve(Evidence.objects());
  for (const std::vector<Object> &Sample : Samples)
    append_range(Sorted, Sample);
  sort(Sorted, [](const Object &A, const Object &B) {
    return std::tie(A.Address, A.Element, A.What) <
           std::tie(B.Address, B.Element, B.What);
  });
  // Keep only one copy of an object that occurs in several of the file's dumps.
  Sorted.erase(llvm::unique(Sorted,
                            [](const Object &A, const Object &B) {
                              return A.Address == B.Address;
                            }),
               Sorted.end());
  Objects = Sorted.size() + IsImpossible;
  AddressBits = IsImpossible;
  for (const Object &O : Sorted)
    // Addresses have fewer than 48 bits; relocation sets the higher bits.
    AddressBits |= O.Address & ~(UINT64_C(0xffff) << 48);
  // Pages with a hash up to this one were sampled for all kinds.
  const uint64_t Limit = *min_element(Limits);
  auto IsSampled = [&](uint64_t Page) {
    return LayoutEvidence::hash(Page) <= Limit;
  };
  for (size_t I = 1; I < Sorted.size(); ++I) {
    uint64_t Page = LayoutEvidence::pageOf(Sorted[I - 1].Address);
    uint64_t NextPage = LayoutEvidence::pageOf(Sorted[I].Address);
    bool IsComplete = Limit == LayoutEvidence::AllPages ||
                      (NextPage - Page <= 1 && IsSampled(Page) &&
                       (NextPage == Page || IsSampled(NextPage)));
    if (HasFlat && IsFlat(Sorted[I - 1]))
      continue;
    measure(Sorted[I - 1], Sorted[I].Address, IsComplete);
  }
  numberClasses();
}

void NeighbourDistances::measure(const LayoutEvidence::Object &O, uint64_t Next,
                                 bool IsComplete) {
  const uint64_t Distance = Next - O.Address;
  if (unsigned(O.Element)) {
    Arrays.push_back({Distance, uint32_t(O.What), O.Element, IsComplete});
  } else if (O.What) {
    Instances.push_back({Distance, 0, IsComplete});
    Classes.push_back(O.What);
  }
}

void NeighbourDistances::numberClasses() {
  std::vector<uint64_t> Ids = Classes;
  sort(Ids);
  Ids.erase(llvm::unique(Ids), Ids.end());
  for (auto [I, Id] : zip(Instances, Classes))
    I.Class = uint32_t(lower_bound(Ids, Id) - Ids.begin());
  Classes = std::move(Ids);
}

NeighbourDistances::Score
NeighbourDistances::score(const ObjectLayout &Layout,
                          ArrayRef<uint64_t> Sizes) const {
  Score S;
  auto Compare = [&S](uint64_t Size, const auto &Found) {
    if (Found.Distance < Size)
      ++S.TooClose;
    else if (Found.Distance == Size)
      ++(Found.IsComplete ? S.Exact : S.Nearly);
    else
      S.Loose += Found.IsComplete && Found.Distance - Size < Close;
  };
  for (const Array &A : Arrays)
    Compare(Layout.arrayBytes(A.Element, A.Length), A);
  if (Sizes.empty())
    return S;
  for (const Instance &I : Instances)
    if (uint64_t Size = Sizes[I.Class])
      Compare(Size, I);
  return S;
}

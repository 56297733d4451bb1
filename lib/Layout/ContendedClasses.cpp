//===- ContendedClasses.cpp - Classes with padding ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContendedClasses.h"
#include "FieldPacker.h"
#include "NeighbourDistances.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

/// Minimum number of instances of a class with known neighbors.
static constexpr size_t LeastInstances = 8;
/// Maximum number of superclasses of an examined class.
static constexpr size_t MostSuperclasses = 64;

namespace {
class ContendedFinder {
public:
  ContendedFinder(const NeighbourDistances &Distances,
                  const ClassIndex &Classes, const ObjectLayout &Layout,
                  const JavaRelease &Release)
      : Distances(Distances), Classes(Classes), Layout(Layout),
        Release(Release) {}
  ContendedClasses run();

private:
  /// A class and its superclasses.
  using Chain = std::vector<ClassModel>;
  Chain chainOf(uint64_t Class) const;
  uint64_t sizeOf(const Chain &C, const ContendedClasses &With) const {
    return ShallowSizes(ClassIndex(C), Layout, Release, With).instance(0);
  }
  void explain(const Chain &C, uint64_t Size);

  const NeighbourDistances &Distances;
  const ClassIndex &Classes;
  const ObjectLayout &Layout;
  const JavaRelease &Release;
  ContendedClasses Found;
};
} // namespace

/// Empty if a superclass is missing from the dump.
ContendedFinder::Chain ContendedFinder::chainOf(uint64_t Class) const {
  Chain All;
  while (Class) {
    const std::optional<size_t> I = Classes.find(Class);
    if (!I || All.size() == MostSuperclasses)
      return {};
    const ClassModel &From = Classes.classes()[*I];
    ClassModel &To = All.emplace_back();
    To.Id = From.Id;
    To.Super = From.Super;
    To.Name = From.Name;
    To.Fields = From.Fields;
    Class = From.Super;
  }
  return All;
}

/// Returns the distance shared by nearly all of the sorted distances \p All; 0
/// if there are too few, or if one is smaller: objects do not overlap.
static uint64_t commonDistance(ArrayRef<uint64_t> All) {
  if (All.size() < LeastInstances)
    return 0;
  const uint64_t Least = All.front();
  const auto Equal = size_t(upper_bound(All, Least) - All.begin());
  return Equal >= LeastInstances && Equal * 4 >= All.size() * 3 ? Least : 0;
}

/// Finds the padding with which an instance of the first class of \p C has \p
/// Size: its own or that of the closest superclass, for the whole class or for
/// one or two fields.
void ContendedFinder::explain(const Chain &C, uint64_t Size) {
  for (const ClassModel &Of : C) {
    std::vector<BasicType> Types;
    for (const FieldModel &F : Of.Fields)
      if (!is_contained(Types, F.Type))
        Types.push_back(F.Type);
    std::vector<ContendedTypes> Ways = {{}};
    for (BasicType T : Types)
      Ways.push_back({T});
    for (size_t I = 0; I != Types.size(); ++I)
      for (size_t J = I; J != Types.size(); ++J)
        if (I != J || count_if(Of.Fields, [&](const FieldModel &F) {
                        return F.Type == Types[I];
                      }) > 1)
          Ways.push_back({Types[I], Types[J]});
    for (const ContendedTypes &Way : Ways) {
      ContendedClasses With = Found;
      if (!With.try_emplace(Of.Id, Way).second || sizeOf(C, With) != Size)
        continue;
      Found = std::move(With);
      return;
    }
  }
}

ContendedClasses ContendedFinder::run() {
  std::vector<std::vector<uint64_t>> ByClass(Distances.classes().size());
  for (const NeighbourDistances::Instance &I : Distances.instances())
    if (I.IsComplete)
      ByClass[I.Class].push_back(I.Distance);
  struct Padded {
    Chain Of;
    uint64_t Size;
  };
  std::vector<Padded> All;
  for (auto [Id, Gaps] : zip(Distances.classes(), ByClass)) {
    llvm::sort(Gaps);
    const uint64_t Size = commonDistance(Gaps);
    // Padding is large, so most classes need not be examined.
    if (Size > ContendedPadding)
      if (Chain C = chainOf(Id); !C.empty())
        All.push_back({std::move(C), Size});
  }
  // Superclasses first: subclasses inherit their padding.
  stable_sort(All, [](const Padded &A, const Padded &B) {
    return A.Of.size() < B.Of.size();
  });
  for (const Padded &P : All)
    if (sizeOf(P.Of, Found) + ContendedPadding <= P.Size)
      explain(P.Of, P.Size);
  return std::move(Found);
}

ContendedClasses hprof::findContended(const NeighbourDistances &Distances,
                                      const ClassIndex &Classes,
                                      const ObjectLayout &Layout,
                                      const JavaRelease &Release) {
  constexpr unsigned FirstWithContended = 8;
  if (Layout.Rule != SizeRule::VM || !Release.isKnown() ||
      Release.AtMost < FirstWithContended)
    return {};
  return ContendedFinder(Distances, Classes, Layout, Release).run();
}

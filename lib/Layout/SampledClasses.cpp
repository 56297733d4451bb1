//===- SampledClasses.cpp - Instance sizes in a sample --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SampledClasses.h"
#include "hprof/Layout/ShallowSizes.h"
#include "hprof/Layout/Superclasses.h"

using namespace hprof;
using namespace llvm;

SampledClasses::SampledClasses(ArrayRef<uint64_t> Ids, const ClassIndex &All) {
  std::vector<bool> IsAdded(All.classes().size());
  auto SuperOf = [](const ClassModel &C, const ClassIndex &Index) {
    return C.Super ? Index.find(C.Super) : std::nullopt;
  };
  for (uint64_t Id : Ids)
    for (std::optional<size_t> I = All.find(Id); I && !IsAdded[*I];
         I = SuperOf(All.classes()[*I], All)) {
      IsAdded[*I] = true;
      const ClassModel &C = All.classes()[*I];
      ClassModel &M = Models.emplace_back();
      M.Id = C.Id;
      M.Super = C.Super;
      M.Name = C.Name;
      M.Fields = C.Fields;
    }

  ClassIndex Index(Models);
  std::vector<bool> IsKnown(Models.size());
  forEachFromTheTop(
      Models.size(), [&](size_t I) { return SuperOf(Models[I], Index); },
      [&](size_t I, std::optional<size_t> Super) {
        IsKnown[I] = Super ? IsKnown[*Super]
                           : isClassNamed(Models[I].Name, "java/lang/Object");
      });
  Places.reserve(Ids.size());
  for (uint64_t Id : Ids) {
    std::optional<size_t> I = Index.find(Id);
    Places.push_back(I && IsKnown[*I] ? I : std::nullopt);
  }
}

std::vector<uint64_t> SampledClasses::sizes(const ObjectLayout &Layout,
                                            const JavaRelease &Release) const {
  ClassIndex Index(Models);
  ShallowSizes Of(Index, Layout, Release);
  std::vector<uint64_t> Sizes;
  Sizes.reserve(Places.size());
  for (std::optional<size_t> I : Places)
    Sizes.push_back(I ? Of.instance(*I) : 0);
  return Sizes;
}

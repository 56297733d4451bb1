//===- JoinedTree.cpp - Tree of classes merged by name --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Dominators/JoinedTree.h"
#include "hprof/Format/Base/ClassName.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include <set>

using namespace hprof;
using namespace llvm;

JoinedTree JoinedTree::of(const HeapGraph &G, const DominatorClasses &From) {
  using Number = DominatorClasses::Number;
  const uint64_t Classes = G.classes().size();
  StringMap<uint32_t> Known;
  std::vector<uint32_t> FirstOfName; // By type.
  for (uint64_t Type = 0; Type != 2 * Classes; ++Type)
    FirstOfName.push_back(
        Known.try_emplace(stableClassName(typeName(G, Type)), uint32_t(Type))
            .first->second);
  std::vector<DominatorClasses::Group> Groups = {From.groups()[0]};
  std::vector<Number> Into = {0}; // By group of From.
  DenseMap<std::pair<Number, uint32_t>, Number> Position;
  DenseMap<Number, std::set<uint32_t>> Types; // By merged group.
  for (const DominatorClasses::Group &Of : drop_begin(From.groups())) {
    const Number Parent = Into[Of.Parent];
    auto [It, IsNew] = Position.try_emplace(
        std::pair(Parent, FirstOfName[Of.Type]), Number(Groups.size()));
    Into.push_back(It->second);
    if (IsNew) {
      Groups.push_back(Of);
      Groups.back().Parent = Parent;
      continue;
    }
    DominatorClasses::Group &Sum = Groups[It->second];
    if (Sum.Type != Of.Type)
      Types[It->second].insert({Sum.Type, Of.Type});
    Sum.Objects += Of.Objects;
    Sum.Shallow += Of.Shallow;
    Sum.Retained += Of.Retained;
    Sum.Example = std::min(Sum.Example, Of.Example);
  }
  DenseMap<Number, Count> Counts;
  for (const auto &[N, Joined] : Types) {
    std::set<uint64_t> Loaders;
    for (uint32_t Type : Joined)
      Loaders.insert(G.classes()[Type % Classes].Loader);
    Counts[N] = {Joined.size(), Loaders.size()};
  }
  std::optional<DominatorClasses> Tree =
      DominatorClasses::fromGroups(G, std::move(Groups));
  assert(Tree && "parents come before their children");
  return {std::move(*Tree), std::move(Counts)};
}

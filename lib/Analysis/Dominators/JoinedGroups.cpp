//===- JoinedGroups.cpp - Several groupings of objects --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JoinedGroups.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace hprof;
using namespace llvm;

JoinedGroups::JoinedGroups(const HeapGraph &G, ArrayRef<NodeGroups> Ways)
    : G(G) {
  std::vector<Node> Apart;
  for (const NodeGroups &Way : Ways)
    append_range(Apart, Way.apart());
  sort(Apart);
  Apart.erase(llvm::unique(Apart), Apart.end());
  joinEqual(Ways, Apart);

  std::map<Groups, Number> Known;
  auto NumberOf = [&](auto &&GroupIn) {
    Groups List;
    for (auto [I, Way] : enumerate(Ways))
      List.push_back(joined(I, GroupIn(Way)));
    sort(List);
    List.erase(llvm::unique(List), List.end());
    auto [It, IsNew] = Known.try_emplace(List, lists());
    if (IsNew)
      Lists.push_back(std::move(List));
    return It->second;
  };
  for (uint64_t Type = 0; Type != G.classNodes().size(); ++Type)
    ListOfType.push_back(
        NumberOf([&](const NodeGroups &Way) { return Way.groupOfType(Type); }));
  for (Node N : Apart) {
    ListOfNode[N] =
        NumberOf([&](const NodeGroups &Way) { return Way.groupOf(N); });
    const uint64_t Type = G.types().get(N);
    Number &OfType = ListOfType[Type];
    if (OfType != Varies)
      ListOfOthers[Type] = std::exchange(OfType, Varies);
  }
}

/// Assigns numbers to groups: first to those of the first grouping, then to
/// those of other groupings whose members differ from the members of every
/// earlier group. \p Apart contains the objects that, in some grouping, are not
/// in the group of their type.
void JoinedGroups::joinEqual(ArrayRef<NodeGroups> Ways, ArrayRef<Node> Apart) {
  const uint64_t Types = G.classNodes().size();
  std::map<std::vector<uint64_t>, Number> Known;
  for (auto [I, Way] : enumerate(Ways)) {
    // Types, followed by the objects in \p Apart.
    std::vector<std::vector<uint64_t>> Members(Way.size());
    for (uint64_t Type = 0; Type != Types; ++Type)
      Members[Way.groupOfType(Type)].push_back(Type);
    for (auto [J, N] : enumerate(Apart))
      Members[Way.groupOf(N)].push_back(Types + J);
    std::vector<Number> &Numbers = Joined.emplace_back();
    for (std::vector<uint64_t> &Of : Members) {
      auto [It, IsNew] = Known.try_emplace(std::move(Of), Size);
      Numbers.push_back(I && !IsNew ? It->second : Size++);
    }
  }
}

JoinedGroups::Number JoinedGroups::findList(Node N) const {
  if (auto It = ListOfNode.find(N); It != ListOfNode.end())
    return It->second;
  return ListOfOthers.find(G.types().get(N))->second;
}

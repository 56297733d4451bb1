//===- NodeGroups.cpp - Groups objects by class or another key ------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Graph/NodeGroups.h"
#include "hprof/Format/Base/ClassName.h"
#include "hprof/Format/Base/IdKey.h"
#include "hprof/Format/Records/Records.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include <set>

using namespace hprof;
using namespace llvm;

void NodeGroups::byClass() {
  size_t Count = G.classes().size();
  for (const GraphClass &C : G.classes())
    Groups.push_back({C.Name, C.Id, {}});
  if (G.classClass() == NoClass)
    Groups.push_back({"java.lang.Class", 0, {}});
  Number Mirrors =
      G.classClass() == NoClass ? Number(Count) : Number(G.classClass());
  for (size_t I = 0; I != Count; ++I)
    OfType.push_back(Number(I));
  OfType.insert(OfType.end(), Count, Mirrors);
}

void NodeGroups::byName() {
  StringMap<Number> Known;
  auto GroupCalled = [&](StringRef Name) {
    auto [It, IsNew] = Known.try_emplace(Name, size());
    if (IsNew)
      Groups.push_back({Name.str(), 0, {}});
    return It->second;
  };
  std::set<std::pair<Number, uint64_t>> Loaders;
  for (const GraphClass &C : G.classes()) {
    Number Of = GroupCalled(stableClassName(C.Name));
    OfType.push_back(Of);
    Joined &Sum = Groups[Of].Of;
    if (!Sum.Classes++)
      Sum.Example = C.Id;
    Sum.Loaders += Loaders.emplace(Of, C.Loader).second;
  }
  OfType.insert(OfType.end(), G.classes().size(),
                GroupCalled("java.lang.Class"));
}

static std::string packageName(const GraphClass &C) {
  if (StringRef Package = packageOf(C.Name); !Package.empty())
    return Package.str();
  return C.Element && *C.Element != BasicType::Object ? "(primitive arrays)"
                                                      : "(unnamed package)";
}

void NodeGroups::byPackage() {
  StringMap<Number> Known;
  for (const GraphClass &C : G.classes()) {
    std::string Name = packageName(C);
    auto [It, IsNew] = Known.try_emplace(Name, size());
    if (IsNew)
      Groups.push_back({std::move(Name), 0, {}});
    OfType.push_back(It->second);
  }
  OfType.insert(OfType.end(), OfType.begin(),
                OfType.begin() + long(G.classes().size()));
}

void NodeGroups::byLoader() {
  DenseMap<IdKey, Number> Known;
  for (const GraphClass &C : G.classes()) {
    auto [It, IsNew] = Known.try_emplace(C.Loader, size());
    if (IsNew) {
      Node Loader = C.Loader ? G.find(C.Loader) : NoNode;
      std::string Name = "(bootstrap loader)";
      if (C.Loader)
        Name = (Loader == NoNode ? "loader" : G.classOf(Loader).Name) + "@0x" +
               utohexstr(C.Loader, /*LowerCase=*/true);
      Groups.push_back({std::move(Name), C.Loader, {}});
      if (Loader != NoNode)
        Apart[Loader] = It->second;
    }
    OfType.push_back(It->second);
  }
  OfType.insert(OfType.end(), OfType.begin(),
                OfType.begin() + long(G.classes().size()));
}

NodeGroups NodeGroups::ofObjects(const HeapGraph &G, ArrayRef<Node> Objects) {
  NodeGroups Made(G);
  Made.Groups.resize(2);
  Made.OfType.assign(2 * G.classes().size(), 0);
  for (Node N : Objects)
    Made.Apart[N] = 1;
  return Made;
}

NodeGroups NodeGroups::of(const HeapGraph &G, GroupBy By) {
  NodeGroups Made(G);
  switch (By) {
  case GroupBy::Class:
    Made.byClass();
    break;
  case GroupBy::Name:
    Made.byName();
    break;
  case GroupBy::Package:
    Made.byPackage();
    break;
  case GroupBy::Loader:
    Made.byLoader();
    break;
  }
  return Made;
}

//===- InstancesByClass.cpp - Instances of classes ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InstancesByClass.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

void InstancesByClass::findSlots() const {
  for (Node Class : G.classNodes()) {
    uint32_t Slot = NoSlot;
    if (Class != NoNode)
      Slot = SlotOf.try_emplace(Class, SlotOf.size()).first->second;
    SlotOfType.push_back(Slot);
  }
}

void InstancesByClass::list() const {
  std::vector<uint64_t> Counts(SlotOf.size() + 1);
  auto ForEach = [&](auto &&F) {
    for (Node N = 0; N != G.size(); ++N)
      if (uint32_t Slot = SlotOfType[G.types().get(N)]; Slot != NoSlot)
        F(N, Slot);
  };
  ForEach([&](Node, uint32_t Slot) { ++Counts[Slot + 1]; });
  for (size_t Slot = 1; Slot != Counts.size(); ++Slot)
    Counts[Slot] += Counts[Slot - 1];
  Expected<NumberArray> Made =
      NumberArray::make(G.starts().width(), Counts.back(), G.memory());
  // If there is not enough memory for lists, every query scans all objects.
  if (!Made)
    return consumeError(Made.takeError());
  Begins = Counts;
  Nodes = std::move(*Made);
  ForEach([&](Node N, uint32_t Slot) { Nodes.set(Counts[Slot]++, N); });
}

bool InstancesByClass::scan(uint32_t Slot, function_ref<bool(Node)> F) const {
  const NumberArray &Types = G.types();
  auto All = [&](auto &&IsOf) {
    for (Node N = 0; N != G.size(); ++N)
      if (LLVM_UNLIKELY(IsOf(N)) && !F(N))
        return false;
    return true;
  };
  bool IsOneType = llvm::count(SlotOfType, Slot) == 1;
  if (!IsOneType || Types.isReadFromFile() || Types.width() != 2)
    return All([&](Node N) { return SlotOfType[Types.get(N)] == Slot; });
  auto Type = uint16_t(llvm::find(SlotOfType, Slot) - SlotOfType.begin());
  const auto *Of = Types.as<uint16_t>();
  return All([&](Node N) { return Of[N] == Type; });
}

bool InstancesByClass::forEach(Node Class, function_ref<bool(Node)> F) const {
  std::call_once(HasSlots, [this] { findSlots(); });
  auto It = SlotOf.find(Class);
  if (It == SlotOf.end())
    return true;
  if (Scans++ >= MostScans)
    std::call_once(IsListed, [this] { list(); });
  else
    return scan(It->second, F);
  if (Begins.empty())
    return scan(It->second, F);
  for (uint64_t I = Begins[It->second]; I != Begins[It->second + 1]; ++I)
    if (!F(Nodes.get(I)))
      return false;
  return true;
}

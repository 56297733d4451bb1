//===- ReferenceFiles.cpp - Index files of references ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReferenceFiles.h"
#include "ListWriter.h"
#include "hprof/Analysis/Graph/InboundReferences.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace hprof::memoryanalyzer;
using namespace llvm;

/// Adds \p Numbers except \p Without to \p To, ascending, without duplicates.
static void addSet(ListWriter &To, std::vector<uint32_t> &Numbers,
                   uint32_t Without) {
  if (!is_sorted(Numbers))
    sort(Numbers);
  uint32_t Last = Without;
  for (uint32_t N : Numbers)
    if (N != Last && N != Without)
      To.add(Last = N);
}

Error memoryanalyzer::writeOutbound(const HeapGraph &G,
                                    const ObjectOrder &Order, raw_ostream &OS) {
  Expected<ListWriter> To = ListWriter::make(
      OS, Order.size(), Order.size() + G.entries().size(), G.memory());
  if (!To)
    return To.takeError();
  std::vector<uint32_t> Others;
  uint32_t Number = 0;
  Order.forEach([&](Node N) {
    const uint32_t Class = Order.number(G.classNodes()[G.types().get(N)]);
    Others.clear();
    G.forEachReference(N, [&](Node R) { Others.push_back(Order.number(R)); });
    To->begin(Number++);
    To->add(Class);
    addSet(*To, Others, Class);
  });
  To->finish();
  return Error::success();
}

namespace {
/// By class: the instances that have a number, ascending.
class InstanceLists {
public:
  static Expected<InstanceLists> make(const HeapGraph &G,
                                      const ObjectOrder &Order);
  ArrayRef<uint32_t> of(Node Class) const {
    auto It = SlotOf.find(Class);
    if (It == SlotOf.end())
      return {};
    return Numbers.ref().slice(Begins[It->second],
                               Begins[It->second + 1] - Begins[It->second]);
  }

private:
  DenseMap<Node, size_t> SlotOf; ///< By class object.
  std::vector<uint64_t> Begins;  ///< By slot, and the end.
  BigArray<uint32_t> Numbers;
};
} // namespace

Expected<InstanceLists> InstanceLists::make(const HeapGraph &G,
                                            const ObjectOrder &Order) {
  InstanceLists L;
  std::vector<size_t> SlotOfType;
  for (Node Class : G.classNodes())
    SlotOfType.push_back(
        L.SlotOf.try_emplace(Class, L.SlotOf.size()).first->second);
  // At first, store the counts, shifted by one slot, so that filling the lists
  // turns them into the ends of lists.
  L.Begins.resize(L.SlotOf.size() + 2);
  Order.forEach([&](Node N) { ++L.Begins[SlotOfType[G.types().get(N)] + 2]; });
  for (size_t I = 2; I != L.Begins.size(); ++I)
    L.Begins[I] += L.Begins[I - 1];
  Expected<BigArray<uint32_t>> Made =
      BigArray<uint32_t>::make(Order.size(), G.memory());
  if (!Made)
    return Made.takeError();
  L.Numbers = std::move(*Made);
  uint32_t Number = 0;
  Order.forEach([&](Node N) {
    L.Numbers[L.Begins[SlotOfType[G.types().get(N)] + 1]++] = Number++;
  });
  return L;
}

Expected<InstanceRanges> memoryanalyzer::writeInbound(const HeapGraph &G,
                                                      const ObjectOrder &Order,
                                                      raw_ostream &OS) {
  Expected<InstanceLists> Instances = InstanceLists::make(G, Order);
  if (!Instances)
    return Instances.takeError();
  Expected<InboundReferences> Inbound = InboundReferences::compute(G);
  if (!Inbound)
    return Inbound.takeError();
  Expected<ListWriter> To = ListWriter::make(
      OS, Order.size(), Order.size() + G.entries().size(), G.memory());
  if (!To)
    return To.takeError();
  InstanceRanges Ranges;
  std::vector<uint32_t> Others;
  uint32_t Number = 0;
  Order.forEach([&](Node N) {
    const uint32_t This = Number++;
    Others.clear();
    Inbound->forEachListed(N, [&](Node From) {
      // An instance is not listed again if it also refers to its class.
      if (Order.has(From) && G.classNodes()[G.types().get(From)] != N)
        Others.push_back(Order.number(From));
      return true;
    });
    ArrayRef<uint32_t> Of;
    if (G.asClass(N) != NoClass)
      Of = Instances->of(N);
    if (Of.empty() && Others.empty())
      return;
    To->begin(This);
    if (!Of.empty())
      Ranges[N] = {To->position(), Of.size()};
    for (uint32_t Instance : Of)
      To->add(Instance);
    addSet(*To, Others, ObjectOrder::None);
  });
  To->finish();
  return Ranges;
}

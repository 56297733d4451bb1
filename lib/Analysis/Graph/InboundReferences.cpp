//===- InboundReferences.cpp - Incoming references of objects -------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Graph/InboundReferences.h"
#include "InstancesByClass.h"

using namespace hprof;
using namespace llvm;

InboundReferences::InboundReferences() = default;
InboundReferences::InboundReferences(InboundReferences &&) noexcept = default;
InboundReferences &
InboundReferences::operator=(InboundReferences &&) noexcept = default;
InboundReferences::~InboundReferences() = default;

InboundReferences InboundReferences::fromColumns(const HeapGraph &G,
                                                 Columns C) {
  assert(C.Firsts.size() == G.size() && C.Firsts.width() == C.Lists.width());
  InboundReferences In;
  In.G = &G;
  In.Data = std::move(C);
  In.OfClasses = std::make_unique<InstancesByClass>(G);
  return In;
}

uint64_t InboundReferences::total() const {
  uint64_t Sum = Data.Lists.size();
  for (Node N = 0; N != G->size(); ++N) {
    Sum += Data.Firsts.get(N) < Data.listed();
    Sum += G->classNodes()[G->types().get(N)] != NoNode;
  }
  return Sum;
}

/// Merges the instances, ascending, with the listed nodes.
void InboundReferences::forEachOfClass(Node To,
                                       function_ref<bool(Node)> F) const {
  SmallVector<Node, 16> Listed;
  forEachListed(To, [&](Node From) {
    Listed.push_back(From);
    return true;
  });
  const Node *Next = Listed.begin();
  bool Wants = OfClasses->forEach(To, [&](Node N) {
    for (; Next != Listed.end() && *Next < N; ++Next)
      if (!F(*Next))
        return false;
    return F(N);
  });
  for (; Wants && Next != Listed.end(); ++Next)
    Wants = F(*Next);
}

namespace {
/// Fills the columns: counts references, allocates lists, then processes nodes
/// in descending order, so that the sources in each list are ascending.
template <class T> class InboundBuilder {
public:
  InboundBuilder(const HeapGraph &G, ReferenceKinds Without)
      : G(G), Without(Without) {}
  Expected<InboundReferences::Columns> build();

private:
  static constexpr T Listed = T(1) << (8 * sizeof(T) - 1);
  static constexpr T None = T(-1);

  template <class Fn> void forEachEntry(Node N, Fn &&F) const {
    using Entry = HeapGraph::Entry<T>;
    T First = G.firstEntry<T>(N, Without);
    if (First == Entry::None)
      return;
    for (ColumnCursor<T> At = G.entries().from<T>(First);; ++At) {
      T E = *At;
      F(Entry::value(E));
      if (Entry::isLast(E))
        return;
    }
  }

  const HeapGraph &G;
  const ReferenceKinds Without;
};
} // namespace

template <class T>
Expected<InboundReferences::Columns> InboundBuilder<T>::build() {
  InboundReferences::Columns C;
  Expected<NumberArray> Firsts =
      NumberArray::make(sizeof(T), G.size(), G.memory(), MemoryAccess::Random);
  if (!Firsts)
    return Firsts.takeError();
  C.Firsts = std::move(*Firsts);
  T *First = C.Firsts.as<T>();
  for (Node N = 0; N != G.size(); ++N)
    forEachEntry(N, [&](T To) { ++First[To]; });
  uint64_t Sum = 0;
  for (Node N = 0; N != G.size(); ++N) {
    T Count = First[N];
    First[N] = None;
    if (Count > 1)
      First[N] = T(Sum += Count) | Listed;
  }
  Expected<NumberArray> Lists = NumberArray::make(sizeof(T), Sum, G.memory());
  if (!Lists)
    return Lists.takeError();
  C.Lists = std::move(*Lists);
  T *List = C.Lists.as<T>();
  for (Node N = 0; N != G.size(); ++N)
    if (First[N] != None)
      List[T(First[N] & ~Listed) - 1] = Listed;
  for (Node N = G.size(); N--;)
    forEachEntry(N, [&](T To) {
      if (First[To] == None)
        First[To] = T(N);
      else
        List[--First[To] & ~Listed] |= T(N);
    });
  return C;
}

Expected<InboundReferences> InboundReferences::compute(const HeapGraph &G,
                                                       ReferenceKinds Without) {
  Expected<Columns> C = G.withWidth([&](auto Zero) {
    return InboundBuilder<decltype(Zero)>(G, Without).build();
  });
  if (!C)
    return C.takeError();
  return fromColumns(G, std::move(*C));
}

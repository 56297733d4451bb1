//===- DominatorFiles.cpp - Index files of dominators ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DominatorFiles.h"
#include "ListWriter.h"

using namespace hprof;
using namespace hprof::memoryanalyzer;
using namespace llvm;

/// The common root has the number 1, and object N has the number N + 2.
void memoryanalyzer::writeDominators(const DominatorTree &T,
                                     const ObjectOrder &Order,
                                     raw_ostream &OS) {
  PagedWriter<uint32_t> To(OS);
  Order.forEach([&](Node N) {
    const Node Parent = T.parent(N);
    To.add(Parent == NoNode ? 1 : Order.number(Parent) + 2);
  });
  To.finish();
}

void memoryanalyzer::writeRetained(const DominatorTree &T,
                                   const ObjectOrder &Order, raw_ostream &OS) {
  PagedWriter<uint64_t> To(OS);
  Order.forEach([&](Node N) { To.add(T.retained(N)); });
  To.finish();
}

/// List 0 is for the common root, list N + 1 for object N.
Error memoryanalyzer::writeDominated(const HeapGraph &G,
                                     const DominatorChildren &Below,
                                     const ObjectOrder &Order,
                                     raw_ostream &OS) {
  const uint64_t Lists = uint64_t(Order.size()) + 1;
  Expected<ListWriter> To =
      ListWriter::make(OS, Lists, Lists + Order.size(), G.memory());
  if (!To)
    return To.takeError();
  To->add(0); // The list of each object that dominates nothing.
  auto Add = [&](uint64_t List, Node N) {
    auto [I, End] = Below.range(N);
    if (I == End)
      return;
    To->begin(List, uint32_t(End - I));
    for (; I != End; ++I)
      To->add(Order.number(Below.child(I)));
  };
  Add(0, NoNode);
  uint64_t List = 0;
  Order.forEach([&](Node N) { Add(++List, N); });
  To->finish();
  return Error::success();
}

namespace {
/// Walks over the dominator tree from its root, noting which classes have an
/// object on the current path.
class ClassSizes {
public:
  ClassSizes(const HeapGraph &G, const DominatorTree &T,
             const DominatorChildren &Below)
      : G(G), T(T), Below(Below) {
    const size_t Classes = G.classes().size();
    for (Node Class : G.classNodes())
      SlotOf.push_back(slot(Class));
    for (size_t Type = 0; Type != G.classNodes().size(); ++Type)
      SelfOf.push_back(
          Type < Classes ? NoSlot : slot(G.classes()[Type - Classes].Object));
    Open.resize(BySlot.size());
    Sums.resize(BySlot.size());
  }
  Error walk();
  void write(const ObjectOrder &Order, raw_ostream &OS) const {
    for (size_t I = 0; I != BySlot.size(); ++I)
      if (Order.has(BySlot[I]) && Sums[I]) {
        putBE(OS, Order.number(BySlot[I]));
        // A negative size is a lower bound.
        putBE(OS, uint64_t(0) - Sums[I]);
      }
  }

private:
  static constexpr uint32_t NoSlot = UINT32_MAX;

  uint32_t slot(Node Class) {
    auto [It, IsNew] = Slots.try_emplace(Class, uint32_t(BySlot.size()));
    if (IsNew)
      BySlot.push_back(Class);
    return It->second;
  }
  /// Calls \p F with the slots to which \p N belongs. The class object of
  /// java.lang.Class is one of its own instances, so its slot is passed twice.
  template <class Fn> void forEachSlot(Node N, Fn &&F) const {
    const uint64_t Type = G.types().get(N);
    F(SlotOf[Type]);
    if (SelfOf[Type] != NoSlot)
      F(SelfOf[Type]);
  }
  void enter(Node N, bool HasBelow) {
    forEachSlot(N, [&](uint32_t Slot) {
      if (!Open[Slot])
        Sums[Slot] += T.retained(N);
    });
    if (HasBelow)
      forEachSlot(N, [&](uint32_t Slot) { ++Open[Slot]; });
  }
  void leave(Node N) {
    forEachSlot(N, [&](uint32_t Slot) { --Open[Slot]; });
  }

  const HeapGraph &G;
  const DominatorTree &T;
  const DominatorChildren &Below;
  DenseMap<Node, uint32_t> Slots; ///< By class object.
  std::vector<Node> BySlot;       ///< By slot.
  std::vector<uint32_t> SlotOf;   ///< By type: the slot of its class.
  std::vector<uint32_t>
      SelfOf; ///< By type: the slot of the class it represents.
  /// By slot: the number of objects on the current path.
  std::vector<uint64_t> Open;
  std::vector<uint64_t> Sums; ///< By slot: retained bytes.
};
} // namespace

Error ClassSizes::walk() {
  // For each object on the path: the argument for child().
  Expected<BigArray<uint64_t>> Way =
      BigArray<uint64_t>::make(G.size() + 1, G.memory());
  if (!Way)
    return Way.takeError();
  uint64_t Depth = 0;
  auto [I, End] = Below.range(NoNode);
  for (;;) {
    if (I == End) {
      if (!Depth)
        return Error::success();
      I = (*Way)[--Depth];
      const Node N = Below.child(I++);
      leave(N);
      End = Below.range(T.parent(N)).second;
      continue;
    }
    const Node N = Below.child(I);
    const auto [Begin, ItsEnd] = Below.range(N);
    const bool IsLeaf = Begin == ItsEnd;
    enter(N, /*HasBelow=*/!IsLeaf);
    if (IsLeaf) {
      ++I;
      continue;
    }
    (*Way)[Depth++] = I;
    I = Begin;
    End = ItsEnd;
  }
}

Error memoryanalyzer::writeClassSizes(const HeapGraph &G,
                                      const DominatorTree &T,
                                      const DominatorChildren &Below,
                                      const ObjectOrder &Order,
                                      raw_ostream &OS) {
  ClassSizes Sizes(G, T, Below);
  if (Error E = Sizes.walk())
    return E;
  Sizes.write(Order, OS);
  return Error::success();
}

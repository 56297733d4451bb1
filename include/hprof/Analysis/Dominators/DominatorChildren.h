//===- DominatorChildren.h - The dominator tree, top down -------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Lists what each object dominates immediately: the inverse of a
/// DominatorTree, restricted to objects above a retained size.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_DOMINATORS_DOMINATORCHILDREN_H
#define HPROF_ANALYSIS_DOMINATORS_DOMINATORCHILDREN_H

#include "hprof/Analysis/Dominators/DominatorTree.h"
#include "llvm/ADT/SmallVector.h"

namespace hprof {

class DominatorChildren {
public:
  using List = llvm::SmallVector<Node, 8>;

  /// Covers the objects that retain at least \p Least bytes. \p G and \p T must
  /// outlive it.
  static llvm::Expected<DominatorChildren>
  of(const HeapGraph &G, const DominatorTree &T, uint64_t Least);

  /// Returns the immediate children of \p N, or of the virtual root for NoNode,
  /// that retain enough; largest first, equal ones by number.
  List of(Node N) const;
  /// Returns these children as arguments for child(), for passes over all
  /// objects.
  std::pair<uint64_t, uint64_t> range(Node N) const;
  Node child(uint64_t I) const {
    return Begins.bytes().empty() ? Few[I].Child : Nodes.get(I);
  }

  /// A run of objects in which each is the only child of the previous one and
  /// whose classes repeat: a linked list is a chain with a period of 1. When no
  /// child retains enough, the chain continues through the only reference to a
  /// child of the expected class; its length does not depend on Least.
  struct Chain {
    unsigned Period = 0;  ///< Number of classes that repeat; 0 for no chain.
    uint64_t Objects = 1; ///< Includes First and Last.
    uint64_t Shallow = 0; ///< Shallow bytes of all objects.
    Node Last = NoNode;
  };
  /// Returns the chain that starts at \p N if it repeats at least three times.
  Chain chainFrom(Node N) const;

private:
  struct Edge {
    uint64_t Slot; ///< Slot of the parent.
    Node Child;
  };
  DominatorChildren(const HeapGraph &G, const DominatorTree &T) : G(G), T(T) {}
  uint64_t slot(Node N) const { return N == NoNode ? G.size() : N; }
  llvm::Error list(uint64_t Least);
  Node onlyChild(Node N) const {
    auto [Begin, End] = range(N);
    return End - Begin == 1 ? child(Begin) : NoNode;
  }

  /// Returns the next object below \p N in a chain, of type \p Type.
  Node nextInChain(Node N, uint64_t Type) const;

  const HeapGraph &G;
  const DominatorTree &T;
  std::vector<Edge> Few; ///< Sorted; used when Begins is empty.
  NumberArray Begins;    ///< In Nodes, by parent; virtual root last.
  NumberArray Nodes;
};

/// The children of an object, or of a chain, that are not shown.
struct SmallerChildren {
  Node First = NoNode; ///< NoNode for the virtual root.
  Node Last = NoNode;  ///< Last object of the chain; First if there is none.
  /// The last shown child of Last; NoNode if none is shown. The children that
  /// retain the most are shown.
  Node LastShown = NoNode;
  uint64_t Objects = 0; ///< This and the following are set by countSmaller().
  uint64_t Type = 0;    ///< Type that retains the most; see HeapGraph.
  uint64_t OfType = 0;  ///< Number of Objects of that type.
};
/// Sets the counts of each entry in \p All. Their chains must be disjoint.
llvm::Error countSmaller(const HeapGraph &G, const DominatorTree &T,
                         llvm::MutableArrayRef<SmallerChildren> All);

/// Objects that only the virtual root dominates.
struct TopObjects {
  /// Largest retained size first, equal ones by number.
  std::vector<Node> Largest;
  uint64_t InAll = 0;
};
/// Returns at most \p Count of these objects.
TopObjects topObjects(const HeapGraph &G, const DominatorTree &T,
                      uint64_t Count);

/// An object that retains much more than any single child does.
struct BigDrop {
  Node Object;
  Node Largest;  ///< Largest child of Object, or NoNode.
  uint64_t Drop; ///< Bytes that Object retains and Largest does not.
};
/// Returns all drops of at least \p Least bytes, largest first.
llvm::Expected<std::vector<BigDrop>>
findBigDrops(const HeapGraph &G, const DominatorTree &T, uint64_t Least);

} // namespace hprof

#endif // HPROF_ANALYSIS_DOMINATORS_DOMINATORCHILDREN_H

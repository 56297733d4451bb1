//===- DominatorChildren.h - The dominator tree, top down -------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Lists the objects that each object immediately dominates: the inverse of a
/// DominatorTree, restricted to objects with a minimum retained size.
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
  /// outlive the result.
  static llvm::Expected<DominatorChildren>
  of(const HeapGraph &G, const DominatorTree &T, uint64_t Least);

  /// Returns the immediate children of \p N, or of the virtual root for NoNode,
  /// that retain at least Least bytes; largest first, then by number.
  List of(Node N) const;
  /// Returns the same children as a range of arguments for child(). Used in
  /// passes over all objects.
  std::pair<uint64_t, uint64_t> range(Node N) const;
  Node child(uint64_t I) const {
    return Begins.bytes().empty() ? Few[I].Child : Nodes.get(I);
  }

  /// A run of objects in which each is the only child of the previous one and
  /// whose classes repeat: a linked list is a chain with a period of 1. If no
  /// child retains enough, the chain continues through the only reference to a
  /// child of the expected class, so that the length of the chain does not
  /// depend on Least.
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
  NumberArray Begins;    ///< Begins in Nodes, by parent; virtual root last.
  NumberArray Nodes;
};

/// The children of an object, or of a chain, that are not shown.
struct SmallerChildren {
  Node First = NoNode; ///< NoNode for the virtual root.
  Node Last = NoNode; ///< Last object of the chain; First if there is no chain.
  /// The last child of Last that is shown; NoNode if none is shown. The
  /// children that retain the most are shown.
  Node LastShown = NoNode;
  uint64_t Objects = 0; ///< Set, like the following members, by countSmaller().
  uint64_t Type = 0;    ///< Type whose Objects retain the most; see HeapGraph.
  uint64_t OfType = 0;  ///< Number of Objects of that type.
};
/// Sets the counts of each entry in \p All. The chains of different entries
/// must be disjoint.
llvm::Error countSmaller(const HeapGraph &G, const DominatorTree &T,
                         llvm::MutableArrayRef<SmallerChildren> All);

/// Objects that only the virtual root dominates.
struct TopObjects {
  /// By retained size, largest first, then by number.
  std::vector<Node> Largest;
  uint64_t InAll = 0;
};
/// Returns the \p Count largest of these objects, or all if there are fewer.
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

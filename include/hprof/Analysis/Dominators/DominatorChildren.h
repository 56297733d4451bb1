//===- DominatorChildren.h - The dominator tree from above ------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A DominatorTree says of each object what dominates it; this is the other
/// direction, for those objects that retain enough to be looked at.
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

  /// Knows the objects that retain at least \p Least bytes. \p G and \p T must
  /// outlive it.
  static llvm::Expected<DominatorChildren>
  of(const HeapGraph &G, const DominatorTree &T, uint64_t Least);

  /// What \p N, or with NoNode the root of all, dominates immediately and
  /// retains enough; what retains most first, equal ones by number.
  List of(Node N) const;

  /// A run of objects in each of which the next is the only child, and whose
  /// classes repeat: a linked list is one with a period of 1. Where no child
  /// retains enough any more, it goes on through the only reference to a child
  /// of the class whose turn it is, so that it is as long with any Least.
  struct Chain {
    unsigned Period = 0;  ///< Classes that repeat; 0 when it is no chain.
    uint64_t Objects = 1; ///< First and Last among them.
    uint64_t Shallow = 0; ///< Bytes of these.
    Node Last = NoNode;
  };
  /// The chain from \p N down, with three repetitions or more.
  Chain chainFrom(Node N) const;

private:
  struct Edge {
    uint64_t Slot; ///< Of the parent.
    Node Child;
  };
  DominatorChildren(const HeapGraph &G, const DominatorTree &T) : G(G), T(T) {}
  uint64_t slot(Node N) const { return N == NoNode ? G.size() : N; }
  llvm::Error list(uint64_t Least);
  /// Where the children of \p N begin and end, and one of them.
  std::pair<uint64_t, uint64_t> range(Node N) const;
  Node child(uint64_t I) const {
    return Begins.bytes().empty() ? Few[I].Child : Nodes.get(I);
  }
  Node onlyChild(Node N) const {
    auto [Begin, End] = range(N);
    return End - Begin == 1 ? child(Begin) : NoNode;
  }

  /// What is below \p N in a chain and of type \p Type.
  Node nextInChain(Node N, uint64_t Type) const;

  const HeapGraph &G;
  const DominatorTree &T;
  std::vector<Edge> Few; ///< In order; used unless there are Begins.
  NumberArray Begins;    ///< In Nodes, by parent; the root of all is the last.
  NumberArray Nodes;
};

/// Children that are not shown of an object, or of a chain of them.
struct SmallerChildren {
  Node First = NoNode; ///< With NoNode the root of all.
  Node Last = NoNode;  ///< Of the chain; First when it is none.
  /// Of the children of Last that are shown, which are the first by what they
  /// retain, the last; NoNode when none is.
  Node LastShown = NoNode;
  uint64_t Objects = 0; ///< From here on what countSmaller() finds.
  uint64_t Type = 0;    ///< What retains most of them are of; see HeapGraph.
  uint64_t OfType = 0;  ///< Of Objects.
};
/// Counts those of each of \p All, whose chains have no object in common.
llvm::Error countSmaller(const HeapGraph &G, const DominatorTree &T,
                         llvm::MutableArrayRef<SmallerChildren> All);

/// The objects that no other dominates, those that retain most first, equal
/// ones by number; at most \p Count.
std::vector<Node> topObjects(const HeapGraph &G, const DominatorTree &T,
                             uint64_t Count);

/// An object of which much is kept by no single child.
struct BigDrop {
  Node Object;
  Node Largest;  ///< Child, or NoNode.
  uint64_t Drop; ///< Bytes that Object retains and Largest does not.
};
/// All drops of at least \p Least bytes, the largest first.
llvm::Expected<std::vector<BigDrop>>
findBigDrops(const HeapGraph &G, const DominatorTree &T, uint64_t Least);

} // namespace hprof

#endif // HPROF_ANALYSIS_DOMINATORS_DOMINATORCHILDREN_H

//===- InboundReferences.h - Incoming references of objects -----*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The references of a HeapGraph in reverse, for finding referrers and for
/// backward searches. Each object takes 4 bytes (8 in graphs with wide
/// entries), enough for the only referrer of most objects; each reference to
/// any other object takes as much again. References of objects to their classes
/// are not stored, because they follow from the graph's types.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_GRAPH_INBOUNDREFERENCES_H
#define HPROF_ANALYSIS_GRAPH_INBOUNDREFERENCES_H

#include "hprof/Analysis/Graph/HeapGraph.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <memory>

namespace hprof {

class InstancesByClass;

class InboundReferences {
public:
  InboundReferences(InboundReferences &&) noexcept;
  InboundReferences &operator=(InboundReferences &&) noexcept;
  ~InboundReferences();
  /// Inverts all references in \p G, including references to classes. Referents
  /// of the kinds \p Without are skipped. \p G must outlive this.
  static llvm::Expected<InboundReferences> compute(const HeapGraph &G,
                                                   ReferenceKinds Without = {});

  struct Columns {
    /// Per node: its only referrer; listed() plus the index in Lists of its
    /// first referrer; or none(). Excludes references from instances to
    /// classes.
    NumberArray Firsts;
    /// Referrers, ascending per target; listed() marks the last.
    NumberArray Lists;

    uint64_t listed() const { return (Firsts.max() >> 1) + 1; }
    uint64_t none() const { return Firsts.max(); }
  };
  const Columns &columns() const { return Data; }
  /// \p G must outlive this.
  static InboundReferences fromColumns(const HeapGraph &G, Columns C);

  /// Returns the number of references.
  uint64_t total() const;
  /// Calls \p F with each node that refers to \p To, in ascending order, once
  /// per reference. Stops when \p F returns false. If \p To is a class object,
  /// all objects are scanned for instances of the class; after several such
  /// scans, lists of instances are built.
  template <class Fn> void forEach(Node To, Fn &&F) const {
    if (LLVM_UNLIKELY(G->asClass(To) != NoClass))
      return forEachOfClass(To, F);
    forEachListed(To, F);
  }

  /// Same as above, but skips references of instances to their class. Returns
  /// false if \p F returned false.
  template <class Fn> bool forEachListed(Node To, Fn &&F) const {
    uint64_t First = Data.Firsts.get(To), Listed = Data.listed();
    if (First == Data.none())
      return true;
    if (First < Listed)
      return F(Node(First));
    for (uint64_t At = First - Listed; At < Data.Lists.size(); ++At) {
      uint64_t From = Data.Lists.get(At);
      if (!F(Node(From & ~Listed)))
        return false;
      if (From & Listed)
        return true;
    }
    return true;
  }

  /// See HeapGraph::expectRandomAccess().
  void expectRandomAccess() {
    Data.Firsts.expectRandomAccess();
    Data.Lists.expectRandomAccess();
  }

private:
  InboundReferences();
  void forEachOfClass(Node To, llvm::function_ref<bool(Node)> F) const;

  const HeapGraph *G = nullptr;
  Columns Data;
  std::unique_ptr<InstancesByClass> OfClasses;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_GRAPH_INBOUNDREFERENCES_H

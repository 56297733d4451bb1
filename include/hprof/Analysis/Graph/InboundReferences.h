//===- InboundReferences.h - Who refers to an object ------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The references of a HeapGraph the other way round: for "who refers to this"
/// and for searches backwards. 4 bytes per object and per reference (8 in
/// graphs with wide entries), built in one go.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_GRAPH_INBOUNDREFERENCES_H
#define HPROF_ANALYSIS_GRAPH_INBOUNDREFERENCES_H

#include "hprof/Analysis/Graph/HeapGraph.h"

namespace hprof {

class InboundReferences {
public:
  /// Of all references of \p G, those to classes among them. Referents of the
  /// kinds \p Without are left out.
  static llvm::Expected<InboundReferences> compute(const HeapGraph &G,
                                                   ReferenceKinds Without = {});

  struct Columns {
    NumberArray Begins;  ///< Into Sources, of each node; and the end of all.
    NumberArray Sources; ///< Nodes.
  };
  const Columns &columns() const { return Data; }
  static InboundReferences fromColumns(Columns C);

  uint64_t total() const { return Data.Begins.get(Data.Begins.size() - 1); }
  /// Calls \p F with what refers to \p To, ascending; as often as it does.
  /// Stops when \p F returns false.
  template <class Fn> void forEach(Node To, Fn &&F) const {
    if (Data.Sources.width() == 4)
      return forEachAs<uint32_t>(To, F);
    forEachAs<uint64_t>(To, F);
  }

  /// See HeapGraph::expectRandomAccess().
  void expectRandomAccess() {
    Data.Begins.expectRandomAccess();
    Data.Sources.expectRandomAccess();
  }

private:
  template <class T, class Fn> void forEachAs(Node To, Fn &&F) const {
    uint64_t At = Data.Begins.get(To), End = Data.Begins.get(To + 1);
    ColumnCursor<T> Source = Data.Sources.from<T>(At);
    for (; At != End; ++At, ++Source)
      if (!F(Node(*Source)))
        return;
  }

  Columns Data;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_GRAPH_INBOUNDREFERENCES_H

//===- GraphSession.h - What tools on graphs share --------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// From a path on the command line to an object graph, with the options that
/// GraphOptions of GraphTool/Graph.td declares: every tool that asks questions
/// about the graph opens its inputs here.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_GRAPHTOOL_GRAPHSESSION_H
#define HPROF_GRAPHTOOL_GRAPHSESSION_H

#include "hprof/Analysis/Graph/DominatorTree.h"
#include "hprof/Analysis/Graph/HeapContents.h"
#include "hprof/Analysis/Graph/HeapGraph.h"
#include "hprof/Analysis/Graph/InboundReferences.h"
#include "hprof/Format/Stream/Source.h"
#include <memory>

namespace hprof {

class ToolContext;

class GraphSession {
public:
  /// Opens \p Path ("-" for standard input), in any format, and builds its
  /// graph. Messages go to the context's reporter.
  static llvm::Expected<std::unique_ptr<GraphSession>>
  open(ToolContext &C, llvm::StringRef Path);
  ~GraphSession();

  const std::string &name() const; ///< Of the input, for people.
  const HeapGraph &graph() const { return *Graph; }
  /// The bytes the graph was built from: HPROF, mapped.
  Source &source() { return *In; }
  /// Computed when first asked for.
  llvm::Expected<const DominatorTree *> dominators();
  /// What the objects hold; opened when first asked for.
  llvm::Expected<const HeapContents *> contents();
  /// Of all references, whatever is ignored; computed when first asked for.
  llvm::Expected<const InboundReferences *> inbound();
  ReferenceKinds ignored() const { return Ignored; }

private:
  explicit GraphSession(ToolContext &C) : C(C) {}

  ToolContext &C;
  std::unique_ptr<Source> In;
  std::optional<HeapGraph> Graph;
  std::optional<DominatorTree> Tree;
  std::unique_ptr<HeapContents> Contents;
  std::optional<InboundReferences> Inbound;
  ReferenceKinds Ignored;
};

/// Checks the values of the options that the table cannot check; for a tool to
/// call before it opens anything.
llvm::Error checkGraphOptions(ToolContext &C);

} // namespace hprof

#endif // HPROF_GRAPHTOOL_GRAPHSESSION_H

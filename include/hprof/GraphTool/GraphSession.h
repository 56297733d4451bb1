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
/// about the graph opens its inputs here. Where an index fits the input and the
/// options, the graph is that of the index and the input is not read.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_GRAPHTOOL_GRAPHSESSION_H
#define HPROF_GRAPHTOOL_GRAPHSESSION_H

#include "hprof/Analysis/Contents/HeapContents.h"
#include "hprof/Analysis/Dominators/DominatorTree.h"
#include "hprof/Analysis/Graph/HeapGraph.h"
#include "hprof/Analysis/Graph/InboundReferences.h"
#include "hprof/Analysis/Paths/ShortestPaths.h"
#include "hprof/Format/Stream/Source.h"
#include "hprof/GraphTool/IndexChoice.h"
#include <memory>
#include <mutex>

namespace llvm::json {
class OStream;
} // namespace llvm::json

namespace hprof {

class HeapFile;
class ToolContext;

/// The attributes "layout", "layout_certain" and "layout_evidence".
void layoutJson(llvm::json::OStream &J, const HeapGraph &G);

class GraphSession {
public:
  /// Opens \p Path ("-" for standard input), in any format, and finds or builds
  /// its graph. Messages go to the context's reporter, also that the layout of
  /// objects is uncertain.
  static llvm::Expected<std::unique_ptr<GraphSession>>
  open(ToolContext &C, llvm::StringRef Path,
       std::shared_ptr<HeapFile> File = nullptr);
  /// The same with what openIndex() found, for a tool that tells the layout
  /// itself.
  static llvm::Expected<std::unique_ptr<GraphSession>>
  open(ToolContext &C, llvm::StringRef Path, std::shared_ptr<HeapIndex> Index,
       std::shared_ptr<HeapFile> File);
  /// The same without looking for an index, to write one: the layout is told
  /// by those who use it.
  static llvm::Expected<std::unique_ptr<GraphSession>>
  openWithoutIndex(ToolContext &C, llvm::StringRef Path);
  ~GraphSession();

  const std::string &name() const { return Name; } ///< For people.
  const std::string &path() const { return Path; } ///< As it was given.
  const HeapGraph &graph() const { return Index ? Index->graph() : *Built; }
  /// The bytes the graph was built from: HPROF, mapped. With an index a
  /// compressed input is unpacked when this is first called.
  llvm::Expected<HeapFile *> file();
  /// Computed when first asked for.
  llvm::Expected<const DominatorTree *> dominators();
  /// What the objects hold; opened when first asked for.
  llvm::Expected<const HeapContents *> contents();
  /// Says that from now on objects are looked at in no order, rather than all
  /// of them in turn, so that this needs little memory where that is short.
  void expectRandomAccess();
  /// Of all references, whatever is ignored; computed when first asked for.
  llvm::Expected<const InboundReferences *> inbound();
  /// As ShortestPaths::compute() of \p Targets; from the index where it has
  /// these paths. Valid until the next call.
  llvm::Expected<const ShortestPaths *>
  shortestPaths(const EdgeFilter &Follow, llvm::ArrayRef<Node> Targets);
  /// Those of \p Paths, which shortestPaths() returned; null when they are not
  /// kept.
  const PathGroups *pathGroups(const ShortestPaths *Paths) const {
    return Index && Paths == Index->paths() ? Index->pathGroups() : nullptr;
  }
  /// The index's dominators when they are those by all references, else null.
  const DominatorTree *fullTree() const;
  /// What \p Groups, made by \p By, retain.
  llvm::Expected<RetainedSets> retainedSets(const NodeGroups &Groups,
                                            GroupBy By);
  /// As DominatorClasses::of().
  llvm::Expected<DominatorClasses> dominatorClasses(llvm::ArrayRef<Node> Below,
                                                    unsigned MaxDepth);
  /// Of what retains at least as much as \p Least makes of all reachable
  /// bytes. Other than dominators(), these leave out soft, weak, final and
  /// phantom references unless the user said which to leave out: what only
  /// these hold is no leak, unless it is itself at least so much. Then all are
  /// followed.
  llvm::Expected<LeakReport>
  leakSuspects(llvm::function_ref<uint64_t(uint64_t)> Least);
  /// Whether the references that leakSuspects() followed reach \p N.
  bool isHeld(Node N) const;
  ReferenceKinds ignored() const { return Origin.Ignored; }
  /// Ignores \p Kinds unless the user said which. Before dominators().
  void ignoreByDefault(ReferenceKinds Kinds);

  /// What the graph was made of; the identity of the dump is set only when
  /// there is an index.
  const GraphOrigin &origin() const { return Origin; }
  /// What reading the dump had to survive so far.
  llvm::ArrayRef<Damage> damages() const { return Damages; }

private:
  GraphSession(ToolContext &C, llvm::StringRef Path);
  /// Whether the dominators of the index are those that are asked for.
  bool hasIndexedTree() const;
  llvm::Expected<DominatorTree> computeTree(ReferenceKinds Ignored);
  /// The dominators without \p Ignored; in SuspectTree when they are others
  /// than dominators().
  llvm::Expected<const DominatorTree *> suspectTree(ReferenceKinds Ignored);
  llvm::Expected<std::optional<LeakReport>> indexedSuspects() const;
  /// Fills in all but the suspects.
  llvm::Expected<const DominatorTree *>
  weighSuspects(LeakReport &Report, std::optional<LeakReport> Kept,
                llvm::function_ref<uint64_t(uint64_t)> Least);
  llvm::Error build();
  DamageHandler damageHandler();
  std::shared_ptr<MemoryBudget> makeBudget() const;
  void tellDuplicates() const;
  void tellLayout() const;
  void tellUnreachable(const DominatorTotals &Totals);
  void tellUnreachable(const RetainedSets &Sets);
  /// What shows the phases of a computation on the progress line; empty when
  /// there is none.
  std::function<void(const char *Phase, uint64_t Done, uint64_t All)>
  progress(bool InBytes);
  void endProgress();

  ToolContext &C;
  std::string Path;
  std::string Name;
  GraphOrigin Origin;
  std::shared_ptr<HeapIndex> Index;
  std::shared_ptr<HeapFile> File;
  std::unique_ptr<HeapGraph> Built; ///< When there is no index.
  std::optional<DominatorTree> Tree;
  std::optional<DominatorTree> SuspectTree; ///< When it is another one.
  ReferenceKinds SuspectsIgnored; ///< By what leakSuspects() returned.
  std::unique_ptr<HeapContents> Contents;
  std::optional<InboundReferences> Inbound;
  bool JumpsAbout = false; ///< See expectRandomAccess().
  std::optional<ShortestPaths> Paths;
  std::vector<Damage> Damages;
  bool IsUnreachableTold = false;
  std::mutex PhaseMutex;
  const char *Phase = nullptr; ///< On the progress line.
};

} // namespace hprof

#endif // HPROF_GRAPHTOOL_GRAPHSESSION_H

//===- SuspectPaths.cpp - Paths to suspected groups -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SuspectPrinter.h"
#include "hprof/Analysis/Paths/PathTree.h"
#include "hprof/Format/Hprof/Records.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

namespace {

/// Prints the groups of a PathTree that many paths lead through.
class PathLines {
public:
  PathLines(const DominatorOutput &Out, const HeapContents &Contents,
            const PathTree &Tree, uint64_t Targets)
      : Out(Out), Contents(Contents), Tree(Tree), Least(Targets / 10 + 1) {}
  void print(ArrayRef<uint32_t> Groups, unsigned Depth);

private:
  void line(const PathGroup &G, unsigned Depth);

  static constexpr unsigned MostLines = 24;
  const DominatorOutput &Out;
  const HeapContents &Contents;
  const PathTree &Tree;
  const uint64_t Least; ///< Paths, more than a tenth.
  unsigned Lines = 0;
};

} // namespace

void PathLines::line(const PathGroup &G, unsigned Depth) {
  Out.OS << "     " << right_justify(std::to_string(G.Targets), 12);
  Out.OS.indent(2 + 2 * Depth);
  if (G.Parent != PathGroup::None)
    Out.OS << (G.Label.Kind == LabelKind::Element
                   ? "[*]"
                   : Out.show(Contents.spell(G.Label)))
           << ": ";
  Out.OS << (G.Objects == 1 ? Out.show(G.Example)
                            : std::to_string(G.Objects) + " × " +
                                  Out.show(Out.G.describe(G.Example)));
  if (G.Parent == PathGroup::None)
    Out.OS << ", " << recordInfo(G.Root).Text;
  Out.OS << '\n';
}

void PathLines::print(ArrayRef<uint32_t> Groups, unsigned Depth) {
  uint64_t Others = 0;
  for (uint32_t I : Groups) {
    const PathGroup &G = Tree.groups()[I];
    if (G.Targets < Least) {
      Others += G.Targets;
      continue;
    }
    if (Lines > MostLines)
      return;
    if (++Lines > MostLines) {
      Out.OS.indent(7 + 12 + 2 * Depth) << "...\n";
      return;
    }
    line(G, Depth);
    print(G.Children, Depth + 1);
  }
  if (Others >= Least) {
    Out.OS << "     " << right_justify(std::to_string(Others), 12);
    Out.OS.indent(2 + 2 * Depth) << "in other ways\n";
  }
}

/// How the roots reach the members of a group, as far as they have ways in
/// common: by the shortest path to each.
Error SuspectPrinter::printPaths(const LeakSuspect &S) {
  ArrayRef<Node> Targets = ArrayRef(S.Points).take_front(MostReferred);
  Expected<EdgeFilter> Follow = EdgeFilter::create(G, Out.Leaks->Ignored);
  if (!Follow)
    return Follow.takeError();
  Expected<const ShortestPaths *> Paths =
      Out.Store.shortestPaths(*Follow, Targets);
  if (!Paths)
    return Paths.takeError();
  PathTree Tree(Contents);
  if (Error E = Tree.add(**Paths, Targets, *Follow))
    return E;
  Tree.finish();
  // No root reaches those that were taken as held.
  if (Tree.roots().empty())
    return Error::success();
  Out.OS << "   The shortest paths from the roots to "
         << (S.Points.size() > Targets.size()
                 ? "the first " + std::to_string(Targets.size()) + " of them"
                 : "them")
         << ", by class and field:\n";
  PathLines(Out, Contents, Tree, Targets.size()).print(Tree.roots(), 0);
  return Error::success();
}

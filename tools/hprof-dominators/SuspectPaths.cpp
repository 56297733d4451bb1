//===- SuspectPaths.cpp - Paths to suspected groups -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SuspectPrinter.h"
#include "hprof/Analysis/Paths/PathTree.h"
#include "hprof/Format/Base/ClassName.h"
#include "hprof/Format/Records/Records.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace hprof;
using namespace llvm;

namespace {

/// Prints the groups of a PathTree that are on many paths.
class PathLines {
public:
  PathLines(const DominatorOutput &Out, const HeapContents &Contents,
            const PathTree &Tree, uint64_t Targets)
      : Out(Out), Contents(Contents), Tree(Tree), Least(Targets / 10 + 1) {}
  /// Prints \p Groups of \p All paths; those left out get a line of their own.
  void print(ArrayRef<uint32_t> Groups, uint64_t All, unsigned Depth);
  void line(uint64_t Count, unsigned Depth, const Twine &Text);

private:
  /// Groups reached in the same way whose classes have the same name.
  struct Joined {
    std::vector<uint32_t> Groups;
    uint64_t Objects = 0, Targets = 0, Ends = 0;
    std::vector<uint32_t> Children; ///< Children of all these groups.
  };
  std::string label(const PathGroup &G) const;
  void line(const Joined &Of, unsigned Depth);

  static constexpr unsigned MostLines = 24;
  const DominatorOutput &Out;
  const HeapContents &Contents;
  const PathTree &Tree;
  const uint64_t Least; ///< Minimum number of paths, more than a tenth.
  unsigned Lines = 0;
};

} // namespace

/// How the objects of \p G are reached; empty for roots.
std::string PathLines::label(const PathGroup &G) const {
  if (G.Parent == PathGroup::None)
    return "";
  if (G.Label.Kind == LabelKind::Element)
    return "[*]: ";
  return Out.show(Contents.spell(G.Label)) + ": ";
}

void PathLines::line(uint64_t Count, unsigned Depth, const Twine &Text) {
  Out.OS << "     " << right_justify(std::to_string(Count), 12);
  Out.OS.indent(2 + 2 * Depth) << Text << '\n';
}

void PathLines::line(const Joined &Of, unsigned Depth) {
  const PathGroup &G = Tree.groups()[Of.Groups.front()];
  std::string Text = label(G);
  if (Of.Objects == 1)
    Text += Out.show(G.Example);
  else
    Text += std::to_string(Of.Objects) + " × " +
            Out.show(stableClassName(Out.G.describe(G.Example)));
  if (G.Parent == PathGroup::None)
    Text += std::string(", ") + recordInfo(G.Root).Text;
  if (Of.Ends && Of.Ends != Of.Targets)
    Text += ", where " + std::to_string(Of.Ends) + " end";
  line(Of.Targets, Depth, Text);
}

void PathLines::print(ArrayRef<uint32_t> Groups, uint64_t All, unsigned Depth) {
  MapVector<std::pair<unsigned, std::string>, Joined,
            std::map<std::pair<unsigned, std::string>, unsigned>>
      Ways;
  for (uint32_t I : Groups) {
    const PathGroup &G = Tree.groups()[I];
    Joined &Of = Ways[{unsigned(G.Root),
                       label(G) + stableClassName(Out.G.describe(G.Example))}];
    Of.Groups.push_back(I);
    Of.Objects += G.Objects;
    Of.Targets += G.Targets;
    Of.Ends += G.Ends;
    llvm::append_range(Of.Children, G.Children);
  }
  auto Order = Ways.takeVector();
  stable_sort(Order, [](const auto &A, const auto &B) {
    return A.second.Targets > B.second.Targets;
  });
  for (const auto &[Key, Of] : Order) {
    if (Of.Targets < Least || Lines == MostLines)
      break;
    ++Lines;
    line(Of, Depth);
    All -= Of.Targets;
    print(Of.Children, Of.Targets - Of.Ends, Depth + 1);
  }
  if (All)
    line(All, Depth, "in other ways");
}

/// Prints how the roots reach the members of a group, as far as their shortest
/// paths coincide.
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
  // No root reaches objects that were treated as held.
  if (Tree.roots().empty())
    return Error::success();
  Out.OS << "   The shortest paths from the roots to "
         << (S.Points.size() > Targets.size()
                 ? "the first " + std::to_string(Targets.size()) + " of them"
                 : "them")
         << ", by class and field:\n";
  uint64_t Reached = 0;
  for (uint32_t Root : Tree.roots())
    Reached += Tree.groups()[Root].Targets;
  PathLines Lines(Out, Contents, Tree, Targets.size());
  Lines.print(Tree.roots(), Reached, 0);
  if (Reached < Targets.size())
    Lines.line(Targets.size() - Reached, 0, "are not reached");
  return Error::success();
}

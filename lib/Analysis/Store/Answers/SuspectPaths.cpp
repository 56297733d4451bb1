//===- SuspectPaths.cpp - Paths to suspected groups -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SuspectEvidence.h"
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

/// Lists the groups of a PathTree that are on many paths.
class PathLines {
public:
  PathLines(std::vector<Prose> &To, const HeapContents &Contents,
            const SuspectWords &Words, const PathTree &Tree, uint64_t Targets)
      : To(To), Contents(Contents), Words(Words), Tree(Tree),
        Least(Targets / 10 + 1) {}
  /// Adds \p Groups of \p All paths, and a line for omitted groups.
  void add(ArrayRef<uint32_t> Groups, uint64_t All, unsigned Depth);
  void line(uint64_t Count, unsigned Depth, const Prose &Text);

private:
  /// Groups with the same reference whose classes have the same name.
  struct Joined {
    std::vector<uint32_t> Groups;
    uint64_t Objects = 0, Targets = 0, Ends = 0;
    std::vector<uint32_t> Children; ///< Children of all merged groups.
  };
  std::string label(const PathGroup &G) const;
  void line(const Joined &Of, unsigned Depth);

  static constexpr unsigned MostLines = 24;
  std::vector<Prose> &To;
  const HeapContents &Contents;
  const SuspectWords &Words;
  const PathTree &Tree;
  /// Minimum number of paths; more than a tenth of all paths.
  const uint64_t Least;
  unsigned Lines = 0;
};

} // namespace

/// Returns the reference to the objects of \p G; empty for roots.
std::string PathLines::label(const PathGroup &G) const {
  if (G.Parent == PathGroup::None)
    return "";
  if (G.Label.Kind == LabelKind::Element)
    return "[*]: ";
  return Contents.spell(G.Label) + ": ";
}

void PathLines::line(uint64_t Count, unsigned Depth, const Prose &Text) {
  To.push_back((Prose("     ").numberCell(Count, 12)
                << std::string(2 + 2 * size_t(Depth), ' '))
                   .prose(Text));
}

void PathLines::line(const Joined &Of, unsigned Depth) {
  const PathGroup &G = Tree.groups()[Of.Groups.front()];
  Prose Text = Prose().name(label(G));
  if (Of.Objects == 1)
    Text.prose(Words.node(G.Example));
  else
    (Text.number(Of.Objects) << " × ")
        .name(stableClassName(Contents.graph().describe(G.Example)));
  if (G.Parent == PathGroup::None)
    Text << ", " << recordInfo(G.Root).Text;
  if (Of.Ends && Of.Ends != Of.Targets)
    (Text << ", ").number(Of.Ends)
        << (Of.Ends == 1 ? " ends here" : " end here");
  line(Of.Targets, Depth, Text);
}

void PathLines::add(ArrayRef<uint32_t> Groups, uint64_t All, unsigned Depth) {
  MapVector<std::pair<unsigned, std::string>, Joined,
            std::map<std::pair<unsigned, std::string>, unsigned>>
      Ways;
  for (uint32_t I : Groups) {
    const PathGroup &G = Tree.groups()[I];
    Joined &Of = Ways[{
        unsigned(G.Root),
        label(G) + stableClassName(Contents.graph().describe(G.Example))}];
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
    add(Of.Children, Of.Targets - Of.Ends, Depth + 1);
  }
  if (All)
    line(All, Depth, "through other paths");
}

/// Adds the common parts of the shortest paths to the members of a group.
Error SuspectEvidence::addPaths(const LeakSuspect &S) {
  const ArrayRef<Node> Targets = ArrayRef(S.Points).take_front(MostReferred);
  Expected<EdgeFilter> Follow = EdgeFilter::create(G, Report.Ignored);
  if (!Follow)
    return Follow.takeError();
  Expected<const ShortestPaths *> Paths = Store.shortestPaths(*Follow, Targets);
  if (!Paths)
    return Paths.takeError();
  PathTree Tree(Contents);
  if (Error E = Tree.add(**Paths, Targets, *Follow))
    return E;
  Tree.finish();
  // If unreachable objects were treated as held, there is no path to them.
  if (Tree.roots().empty())
    return Error::success();
  Prose Title = "   Shortest paths from GC roots";
  if (S.Points.size() > Targets.size())
    (Title << " to the first ").number(Targets.size()) << " members";
  Lines.push_back(Title << ", by class and field:");
  uint64_t Reached = 0;
  for (uint32_t Root : Tree.roots())
    Reached += Tree.groups()[Root].Targets;
  PathLines To(Lines, Contents, Words, Tree, Targets.size());
  To.add(Tree.roots(), Reached, 0);
  if (Reached < Targets.size())
    To.line(Targets.size() - Reached, 0, "not reached");
  return Error::success();
}

//===- PathPart.cpp - Answers with paths ----------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PathPrinter.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/GraphTool/ObjectText.h"
#include "hprof/Tool/Json.h"
#include "hprof/Tool/Progress.h"
#include "hprof/Tool/Table.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof;
using namespace llvm;

uint64_t hprof::retainedTogether(const DominatorTree &Tree,
                                 ArrayRef<Node> Nodes) {
  if (Nodes.size() == 1)
    return Tree.retained(Nodes.front());
  DenseSet<Node> Members(Nodes.begin(), Nodes.end());
  DenseMap<Node, bool> IsBelow; // Whether visited nodes are below a member.
  std::vector<Node> Path;
  uint64_t Sum = 0;
  for (Node N : Members) {
    bool Below = false;
    Path.clear();
    for (Node P = Tree.parent(N); P != NoNode; P = Tree.parent(P)) {
      auto It = IsBelow.find(P);
      Below = Members.contains(P) || (It != IsBelow.end() && It->second);
      if (Below || It != IsBelow.end())
        break;
      Path.push_back(P);
    }
    for (Node P : Path)
      IsBelow[P] = Below;
    Sum += Below ? 0 : Tree.retained(N);
  }
  return Sum;
}

const char *hprof::labelKindName(LabelKind K) {
  switch (K) {
  case LabelKind::Class:
    return "class";
  case LabelKind::Field:
    return "field";
  case LabelKind::Element:
    return "element";
  case LabelKind::Super:
    return "super";
  case LabelKind::Loader:
    return "loader";
  case LabelKind::Signers:
    return "signers";
  case LabelKind::Domain:
    return "domain";
  case LabelKind::Constant:
    return "constant";
  case LabelKind::Static:
    return "static";
  case LabelKind::Local:
    return "local";
  }
  llvm_unreachable("all kinds have names");
}

namespace {
/// Searches paths to the objects of one question, with one choice of
/// references.
class PathSearch {
public:
  PathSearch(const Answering &A, const EdgeFilter &Follow)
      : A(A), Follow(Follow),
        Tree(A.C, /*KeepMembers=*/A.Tree, /*JoinByName=*/A.OS) {}

  /// \return the \p Targets without a path.
  Expected<std::vector<Node>> run(ArrayRef<Node> Targets);

  const Answering &A;
  const EdgeFilter &Follow;
  PathTree Tree;
  uint64_t Found = 0; ///< Number of objects.
  uint64_t Paths = 0;
  bool HasMore = false; ///< There are paths from more roots.
};
} // namespace

/// The root that dominates \p N, if \p Tree has one. (Other roots reach what a
/// root dominates only through it.)
static Node onlyRoot(const HeapGraph &G, const DominatorTree *Tree, Node N) {
  if (!Tree)
    return NoNode;
  Node Top = N;
  for (Node P = N; P != NoNode; P = Tree->parent(P))
    Top = P;
  bool IsRoot =
      std::binary_search(G.rootNodes().begin(), G.rootNodes().end(), Top);
  return IsRoot && Top != N ? Top : NoNode;
}

Expected<std::vector<Node>> PathSearch::run(ArrayRef<Node> All) {
  // Unreferenced objects need no search.
  std::vector<Node> Lost, Targets(All);
  const DominatorTree *Full = A.S.fullTree();
  if (Full) {
    auto IsReachable = [&](Node N) { return Full->isReachable(N); };
    copy_if(All, std::back_inserter(Lost), std::not_fn(IsReachable));
    erase_if(Targets, std::not_fn(IsReachable));
  }
  if (Targets.empty())
    return Lost;
  if (A.View.Count == 1) {
    Expected<const ShortestPaths *> S = A.S.shortestPaths(Follow, Targets);
    if (!S)
      return S.takeError();
    for (Node N : Targets)
      if (!(*S)->isReached(N))
        Lost.push_back(N);
    Paths = Found = All.size() - Lost.size();
    const PathGroups *Kept = A.S.pathGroups(*S);
    if (Error E = Kept ? Tree.add(**S, *Kept, Targets, Follow)
                       : Tree.add(**S, Targets, Follow))
      return E;
  } else {
    Expected<const InboundReferences *> Inbound = A.S.inbound();
    if (!Inbound)
      return Inbound.takeError();
    for (Node N : Targets) {
      Expected<RootPaths> S =
          RootPaths::search(A.G, **Inbound, Follow, N, onlyRoot(A.G, Full, N));
      if (!S)
        return S.takeError();
      uint64_t Count = 0;
      std::vector<Node> Path = S->next();
      for (; !Path.empty() && Count != A.View.Count; Path = S->next()) {
        Tree.add(Path, Follow);
        ++Count;
      }
      HasMore |= !Path.empty();
      Paths += Count;
      Found += Count != 0;
      if (!Count)
        Lost.push_back(N);
    }
  }
  Tree.finish();
  llvm::sort(Lost);
  return Lost;
}

/// "com.acme.Job 0x100" or "12 objects of com.acme.*".
static std::string subject(const Answering &A, const Question &Q,
                           ArrayRef<Node> Of) {
  if (Of.size() == 1)
    return objectText(A.C, Of.front(), A.View.Escape);
  return counted(Of.size(), "object") + " of " + escape(Q.Text, A.View.Escape);
}

static void printFound(const Answering &A, const Question &Q,
                       ArrayRef<Node> Asked, PathSearch &Search,
                       StringRef Through) {
  PathPrinter Printer(A, Search.Tree);
  if (A.J) {
    A.J->object([&] {
      A.J->attribute("through", Through);
      A.J->attribute("objects", Search.Found);
      A.J->attribute("paths", Search.Paths);
      A.J->attribute("has_more", Search.HasMore);
      A.J->attributeBegin("roots");
      Printer.printJson();
      A.J->attributeEnd();
    });
    return;
  }
  if (A.Csv)
    return Printer.printCsv(Q.Text, Through);
  raw_ostream &OS = *A.OS;
  OS << subject(A, Q, Asked) << '\n';
  if (Search.Found != Asked.size())
    OS << "  reached: " << Search.Found << " of them\n";
  OS << "  " << counted(Search.Paths, "path") << " from roots, through "
     << Through << " references";
  if (Search.HasMore)
    OS << "; there are more (--count)";
  OS << "\n\n";
  // The paths to one object share no link, so no counts are needed.
  bool IsOne = Asked.size() == 1;
  Printer.printText(IsOne               ? ""
                    : A.View.Count == 1 ? "objects"
                                        : "paths",
                    IsOne);
  OS << '\n';
}

static Error printUnreachable(const Answering &A, const Question &Q,
                              ArrayRef<Node> Lost) {
  bool FollowsAll = A.View.Excluded.empty() && A.View.StrongFirst;
  // Paths start only at these.
  bool AreMade = A.S.origin().KeepUnreachable;
  if (A.OS) {
    *A.OS << subject(A, Q, Lost) << "\n  "
          << (FollowsAll ? "" : "by the references to follow ") << "no root "
          << (AreMade ? "of the dump " : "") << "reaches "
          << (Lost.size() == 1 ? "it" : "them")
          << (AreMade && FollowsAll
                  ? ", only those that --keep-unreachable makes"
                  : "")
          << "; referred to by:\n\n";
  }
  if (A.J) {
    A.J->attribute("unreachable", Lost.size());
    if (AreMade && FollowsAll)
      A.J->attribute("reached_by_made_roots", Lost.size());
    A.J->attributeBegin("unreachable_from");
  }
  bool ByClass = A.View.ByClass || Lost.size() > 1;
  // CSV rows that answer another question would be confusing.
  if (A.Csv)
    A.Csv->row({Q.Text, AreMade && FollowsAll ? "made-roots" : "none", 0U, "",
                A.G.describe(Lost.front()), jsonId(A.G.id(Lost.front())),
                Lost.size(), 0U, Lost.size(),
                A.Tree ? std::to_string(retainedTogether(*A.Tree, Lost)) : ""});
  else if (Error E = printNeighbours(A, Lost, /*Incoming=*/true, ByClass, 3))
    return E;
  if (A.J)
    A.J->attributeEnd();
  if (A.OS)
    *A.OS << '\n';
  return Error::success();
}

Error hprof::answerPaths(const Answering &A, const Question &Q) {
  struct Try {
    ReferenceKinds Without;
    const char *Through;
  };
  std::vector<Try> Tries;
  if (A.View.StrongFirst)
    Tries = {{weakReferences(), "strong"}, {{}, "all"}};
  else
    Tries = {{A.S.origin().Ignored,
              A.S.origin().Ignored.empty() ? "all" : "chosen"}};
  std::vector<Node> Left = Q.Targets;
  if (A.J)
    A.J->attributeBegin("answers");
  if (A.J)
    A.J->arrayBegin();
  for (const Try &T : Tries) {
    if (Left.empty())
      break;
    Expected<EdgeFilter> Follow =
        EdgeFilter::create(A.G, T.Without, &A.C, A.View.Excluded);
    if (!Follow)
      return Follow.takeError();
    PathSearch Search(A, *Follow);
    Expected<std::vector<Node>> Lost = [&] {
      Progress::Task Working(A.Line, "looking for paths in " + A.S.name());
      return Search.run(Left);
    }();
    if (!Lost)
      return Lost.takeError();
    if (Search.Found)
      printFound(A, Q, Left, Search, T.Through);
    Left = std::move(*Lost);
  }
  if (A.J)
    A.J->arrayEnd();
  if (A.J)
    A.J->attributeEnd();
  if (Left.empty()) {
    if (A.J)
      A.J->attribute("unreachable", 0);
    return Error::success();
  }
  return printUnreachable(A, Q, Left);
}

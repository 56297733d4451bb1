//===- TreePart.cpp - A dominator tree as an answer -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TreePart.h"
#include "hprof/Analysis/Dominators/DominatorClasses.h"
#include "hprof/Answer/TypedTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

Expected<std::vector<Node>> hprof::nodesOf(const GraphFacts &Of,
                                           ArrayRef<uint64_t> Ids) {
  std::vector<Node> Nodes;
  for (uint64_t Id : Ids) {
    const std::string Text = "0x" + utohexstr(Id, /*LowerCase=*/true);
    const Node N = Of.graph().find(Id);
    if (N == NoNode)
      return createFileError(Of.Store->name(),
                             createStringError("no object has the id " + Text));
    if (!Of.Tree->isReachable(N))
      return createFileError(
          Of.Store->name(),
          createStringError("object " + Text +
                            " is unreachable; use --keep-unreachable"));
    Nodes.push_back(N);
  }
  return Nodes;
}

Prose hprof::smallerText(const HeapGraph &G, uint64_t Objects, uint64_t OfType,
                         uint64_t Type) {
  Prose Text = "(smaller ones: ";
  Text.count(Objects, "object");
  if (OfType != Objects)
    (Text << ", ").number(OfType);
  return (Text << " of ").name(typeName(G, Type)) << ")";
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

TreeWalk::TreeWalk(const TreePart &Of, bool HasSmaller)
    : Of(Of), HasSmaller(HasSmaller) {
  if (Of.StartRest && HasSmaller) {
    TreeRow R;
    R.Rest = *Of.StartRest;
    if (!Of.Start.empty())
      R.Smaller.LastShown = Of.Start.back();
    Stack.push_back(R);
  }
  for (Node N : reverse(Of.Start)) {
    const Node Parent = Of.Tree->parent(N);
    Stack.push_back({N, 0, Parent, Parent});
  }
}

const TreeRow *TreeWalk::next() {
  if (Stack.empty())
    return nullptr;
  Now = Stack.back();
  Stack.pop_back();
  if (!Now.isSmaller()) {
    Now.Chain = Of.Children.chainFrom(Now.Object);
    push(Now);
  }
  return &Now;
}

/// Pushes the rows directly below \p R.
void TreeWalk::push(const TreeRow &R) {
  const Node Last = R.Chain.Last;
  uint64_t Rest = Of.Tree->retained(R.Object) - R.Chain.Shallow;
  DominatorChildren::List Below = Of.Children.of(Last);
  if (Below.empty() && (!Rest || Rest < Of.Least))
    return;
  const unsigned Depth = R.Depth + 1;
  if (Depth >= Of.Depth) {
    WasCut = true;
    return;
  }
  const bool IsCut = Below.size() > Of.Top;
  if (IsCut)
    Below.resize(Of.Top);
  for (Node N : Below)
    Rest -= Of.Tree->retained(N);
  // Objects that retain nothing exist only with Memory Analyzer's layout. Only
  // --top omits them.
  if (HasSmaller && (Rest ? Rest >= Of.Least : IsCut && !Of.Least)) {
    TreeRow Smaller;
    Smaller.Depth = Depth;
    Smaller.Rest = Rest;
    Smaller.Smaller = {R.Object, Last, Below.empty() ? NoNode : Below.back()};
    Stack.push_back(Smaller);
  }
  for (Node N : reverse(Below))
    Stack.push_back({N, Depth, Last, R.Object});
}

static std::optional<uint64_t> shallowOf(const TreeRow &R) {
  return R.isSmaller() ? std::nullopt : std::optional(R.Chain.Shallow);
}

static uint64_t retainedBy(const TreePart &A, const TreeRow &R) {
  return R.isSmaller() ? R.Rest : A.Tree->retained(R.Object);
}

static Prose named(const TreePart &A, const TreeRow &R) {
  if (R.isSmaller())
    return smallerText(A.graph(), R.Smaller.Objects, R.Smaller.OfType,
                       R.Smaller.Type);
  Prose Text = shown(A, R.Object);
  if (!R.Chain.Period)
    return Text;
  (Text << ", a chain of ").count(R.Chain.Objects, "object");
  if (R.Chain.Period > 1)
    Text << " of " << std::to_string(R.Chain.Period) << " alternating classes";
  return (Text << " to ").id(A.graph().id(R.Chain.Last));
}

HPROF_TABLE_BEGIN(chainTable, DominatorChildren::Chain, TreePart,
                  "dominator-chain", "A chain of objects.")
HPROF_COLUMN(Count, "objects", ForJson, R.Objects,
             "Number of objects in the chain.")
HPROF_COLUMN(Bytes, "shallow", ForJson, R.Shallow,
             "Shallow size of the objects in the chain.")
HPROF_COLUMN(Count, "classes", ForJson, R.Period,
             "Number of classes that alternate in the chain.")
HPROF_COLUMN(Id, "last", ForJson, A.graph().id(R.Last),
             "Id of the last object in the chain.")
HPROF_TABLE_END

static Datum chainRows(const TreePart &A, const TreeRow &R) {
  return R.Chain.Period ? Datum(oneRow(chainTable(), A, R.Chain)) : Datum();
}

HPROF_TABLE_BEGIN(treeTable, TreeRow, TreePart, "dominator-tree-row",
                  "An object or a chain of objects.")
HPROF_COLUMN(Depth, "depth", ForJson, R.Depth, "Level of the row in the tree.")
HPROF_COLUMN(Id, "id", ForCsv | ForJson, A.graph().id(R.Object),
             "Id of the object.")
HPROF_COLUMN(Text, "class", ForCsv | ForJson, A.graph().describe(R.Object),
             "Class of the object; for a class object, \"class\" and the name "
             "of the class.")
HPROF_COLUMN(Bytes, "shallow", ForJson, A.graph().shallow(R.Object),
             "Shallow size of the object.")
HPROF_OPTIONAL(
    Bytes, "shallow", ForTables | At(3), shallowOf(R),
    "Shallow size of the object or, for a chain, of all its objects.")
HPROF_COLUMN(Bytes, "retained", ForAll | At(1), retainedBy(A, R),
             "Retained size of the object.")
HPROF_TITLED(" ", Share, "share", ForText | At(2), shareOf(A, retainedBy(A, R)),
             "For display.")
HPROF_COLUMN(Depth, "depth", ForCsv, R.Depth, "Level of the row in the tree.")
HPROF_OPTIONAL(Id, "parent", ForJson, idOf(A, R.Parent),
               "Id of the immediate dominator.")
HPROF_OPTIONAL(Id, "parent", ForCsv, idOf(A, R.RowAbove),
               "Id in the parent row; for a chain, the id of its first object.")
HPROF_NESTED_OPTIONAL(
    Record, &chainTable(), "chain", ForJson, chainRows(A, R),
    "Chain that begins with the object: each of its objects is the only child "
    "of the previous one, and the classes repeat.")
HPROF_COLUMN(Count, "objects", ForCsv, R.Chain.Objects,
             "Number of objects in the chain, or 1.")
HPROF_COLUMN(Text, "file", ForCsv, StringRef(A.Store->name()),
             "Name of the input.")
HPROF_COLUMN(Text, "object", ForText | LastInText, named(A, R), "For display.")
HPROF_TABLE_END

HPROF_TABLE_BEGIN(treeFileTable, TreePart, NothingAsked, "dominator-tree",
                  "A file.")
#include "GraphFactColumns.def"
#include "GraphFaultColumn.def"
HPROF_COLUMN(Bytes, "least", ForJson, R.Least,
             "Minimum retained size of a row.")
HPROF_NESTED(List, &treeTable(), "rows", ForJson, R.rows(),
             "The tree in preorder.")
HPROF_TABLE_END

//===----------------------------------------------------------------------===//
// The answer
//===----------------------------------------------------------------------===//

std::unique_ptr<Rows> TreePart::file() const {
  return oneRow(treeFileTable(), NothingAsked::value(), *this);
}

std::unique_ptr<Rows> TreePart::rows() const {
  return std::make_unique<RowsOf<TreeRow, TreePart>>(
      treeTable(), *this,
      [Walk = TreeWalk(*this, /*HasSmaller=*/false)]() mutable {
        return Walk.next();
      });
}

/// Presents the dominators of \p N, nearest first.
void TreePart::presentDominators(Presenter &To, Node N) const {
  constexpr unsigned Most = 10;
  uint64_t Levels = 0;
  for (Node At = Tree->parent(N); At != NoNode; At = Tree->parent(At)) {
    if (Levels++ >= Most)
      continue;
    if (Levels == 1)
      To.line(shown(*this, N) << " is dominated by");
    To.line((Prose("  ").prose(shown(*this, At)) << ", which retains ")
                .amount(Tree->retained(At)));
  }
  if (!Levels)
    To.line(Prose("no object dominates ").prose(shown(*this, N)));
  if (Levels > Most)
    To.line(Prose("  ... and ").number(Levels - Most) << " more above");
}

void TreePart::present(Presenter &To) const {
  presentGraph(To, *this);
  for (Node N : Asked)
    presentDominators(To, N);
  if (!Asked.empty())
    To.line("");
  TreeWalk Walk(*this, HasSmaller);
  TreeRow Now;
  size_t At = 0;
  RowsOf<TreeRow, TreePart> All(treeTable(), *this, [&]() -> const TreeRow * {
    const TreeRow *R = Walk.next();
    if (!R || !R->isSmaller())
      return R;
    Now = *R;
    Now.Smaller = Smaller[At++];
    return &Now;
  });
  To.tree(All, Totals.Bytes);
  if (Walk.wasCut())
    To.line((Prose("only ").count(Depth, "level") << " shown")
                .option(" (--depth=0 prints all)"));
}

TreePart::TreePart(GraphFacts Facts, DominatorChildren Children,
                   const DominatorRequest &Request)
    : GraphFacts(std::move(Facts)), Children(std::move(Children)),
      Least(Request.least(Totals.Bytes)), Top(Request.Top),
      Depth(Request.Depth) {}

/// Finds the objects on the first level.
void TreePart::start() {
  Start = Asked;
  if (!Asked.empty())
    return;
  DominatorChildren::List First = Children.of(NoNode);
  const bool IsCut = First.size() > Top;
  if (IsCut)
    First.resize(Top);
  Start.assign(First.begin(), First.end());
  uint64_t Left = Totals.Bytes;
  for (Node N : Start)
    Left -= Tree->retained(N);
  if (Left || (IsCut && !Least))
    StartRest = Left;
}

/// Counts the objects of all rows for smaller objects in one pass, but
/// separately for each requested object: one may be below another.
Error TreePart::countSmaller() {
  HasSmaller = true;
  TreeWalk Walk(*this, HasSmaller);
  std::vector<size_t> Begins = {0};
  while (const TreeRow *R = Walk.next())
    if (R->isSmaller())
      Smaller.push_back(R->Smaller);
    else if (!R->Depth && !Asked.empty())
      Begins.push_back(Smaller.size());
  Begins.push_back(Smaller.size());
  for (size_t I = 0; I + 1 != Begins.size(); ++I)
    if (Begins[I] != Begins[I + 1])
      if (Error E =
              hprof::countSmaller(graph(), *Tree,
                                  MutableArrayRef(Smaller).slice(
                                      Begins[I], Begins[I + 1] - Begins[I])))
        return E;
  return Error::success();
}

Expected<std::unique_ptr<TreePart>>
TreePart::create(GraphFacts Facts, const DominatorRequest &Request) {
  Expected<std::vector<Node>> Asked = nodesOf(Facts, Request.Objects);
  if (!Asked)
    return Asked.takeError();
  Expected<DominatorChildren> Children = DominatorChildren::of(
      Facts.graph(), *Facts.Tree, Request.least(Facts.Totals.Bytes));
  if (!Children)
    return Children.takeError();
  std::unique_ptr<TreePart> Part(
      new TreePart(std::move(Facts), std::move(*Children), Request));
  Part->Asked = std::move(*Asked);
  Part->start();
  if (Request.ForPeople)
    if (Error E = Part->countSmaller())
      return E;
  return Part;
}

const AnswerInfo &TreePart::kind() {
  static const AnswerInfo Info = {
      "hprof-dominators",
      "dominator-tree",
      "With --tree and --object: the dominator tree.",
      &treeFileTable(),
      nullptr,
      &treeTable()};
  return Info;
}
